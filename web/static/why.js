// *Why?* shows the rule without leaving the page; without this script its link leads to the rule's own page.

const box = document.getElementById('rule');

document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-rule]');
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: { 'X-Live': '1' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    box.firstElementChild.replaceChildren(...page.querySelectorAll('#main .rule'));
    box.showModal();
  } catch {
    location.assign(link.href);
  }
});
