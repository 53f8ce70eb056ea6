// Keeps a page up to date: one event stream; regions marked data-live are taken anew from the server's own page,
// so that the page says the same with and without this script.

const serverText = new Map();

/** Follow `/stream/<name>`; `onView(view)` is called after each refresh, `onLamps(lamps)` when the panel changes. */
export function follow(name, { onView = () => {}, onLamps = () => {} } = {}) {
  for (const region of regions(document)) serverText.set(region.id, region.outerHTML);
  sendFormsQuietly();
  let source;
  const open = () => {
    source = new EventSource(`/stream/${name}`);
    source.addEventListener(name, async (event) => {
      connected(true);
      const view = JSON.parse(event.data);
      await refresh();
      onView(view);
    });
    source.addEventListener('lamps', (event) => onLamps(JSON.parse(event.data)));
    source.addEventListener('gone', () => {
      source.close();
      location.assign('/');
    });
    source.onopen = () => connected(true);
    source.onerror = () => {
      connected(false);
      // The browser reconnects by itself unless the answer was an error.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 5000);
    };
  };
  open();
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => event.persisted && open());
}

let running = null;
let again = false;

/** Take the live regions anew; calls that come meanwhile are answered by one more look at the end. */
export function refresh() {
  if (running) {
    again = true;
    return running;
  }
  running = (async () => {
    do {
      again = false;
      await takeRegions();
    } while (again);
    running = null;
  })();
  return running;
}

async function takeRegions() {
  let text;
  try {
    const answer = await fetch(location.pathname, { headers: { 'X-Live': '1' } });
    if (!answer.ok) return;
    text = await answer.text();
  } catch {
    connected(false);
    return;
  }
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  // Every answer carries a new token of the same worth: it must not make the regions look changed.
  for (const field of fresh.querySelectorAll('input[name=csrf_token]')) field.setAttribute('value', token());
  for (const region of regions(fresh)) {
    if (serverText.get(region.id) === region.outerHTML) continue;
    serverText.set(region.id, region.outerHTML);
    replace(document.getElementById(region.id), region);
  }
}

/** Change what is inside, and keep the keyboard where it was. */
function replace(old, region) {
  if (!old) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const sign = focused && [focused.tagName, focused.name, focused.value].join();
  old.replaceChildren(...region.childNodes);
  for (const { name, value } of region.attributes) if (name !== 'style') old.setAttribute(name, value);
  old.hidden = region.hidden;
  if (!focused) return;
  const same = [...old.querySelectorAll('button, input, select, a')];
  same.find((one) => [one.tagName, one.name, one.value].join() === sign)?.focus();
}

const regions = (page) => page.querySelectorAll('[data-live]');
const token = () => document.querySelector('meta[name=csrf-token]').content;

function connected(yes) {
  const sign = document.getElementById('connection');
  sign.hidden = yes;
  if (!yes) sign.textContent = sign.dataset.lost;
}

// --- forms: the same addresses as without script, but the page stays -------------------------------------------

function sendFormsQuietly() {
  for (const field of document.querySelectorAll('input[name=csrf_token]')) field.setAttribute('value', token());
  for (const region of regions(document)) serverText.set(region.id, region.outerHTML);
  document.addEventListener('submit', (event) => {
    const form = event.target;
    const fields = new FormData(form);
    if (fields.get('back') !== document.body.dataset.view) return;
    event.preventDefault();
    if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
    send(form.getAttribute('action'), Object.fromEntries(fields));
  });
}

/** Give an order; a refusal is shown as the server says it. Resolves to whether it was carried out. */
export async function send(address, { csrf_token: _, back: __, ...order }) {
  document.body.toggleAttribute('aria-busy', true);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token() },
      body: JSON.stringify(order),
    });
    complain(answer.ok ? {} : await answer.json());
    await refresh();
    return answer.ok;
  } catch {
    complain({ error: document.getElementById('connection').dataset.offline });
    return false;
  } finally {
    document.body.removeAttribute('aria-busy');
  }
}

function complain({ error, rule }) {
  const flashes = document.getElementById('flashes');
  flashes.replaceChildren();
  if (!error) return;
  const line = document.createElement('p');
  line.className = 'flash';
  line.textContent = error;
  if (rule) line.append(' ', whyLink(flashes, rule));
  flashes.append(line);
  line.scrollIntoView({ block: 'nearest' });
}

/** A link to the rule, with the words that `box` brings along. */
export function whyLink(box, rule) {
  const link = document.createElement('a');
  link.className = 'why';
  link.href = `/rules/${rule}`;
  link.dataset.rule = '';
  link.textContent = box.dataset.why;
  link.setAttribute('aria-label', box.dataset.whyRule.replace('{rule}', rule));
  return link;
}
