// The slider over a stored game: the moments are fetched once, then every step is drawn here.

import { Board } from './board.js';

const steps = document.getElementById('steps');
const slider = document.getElementById('step');
const happened = document.getElementById('happened');
const where = document.getElementById('where');
const board = new Board(document.getElementById('board'));
const moments = await (await fetch(steps.dataset.moments)).json();

function show(step) {
  const moment = moments[step];
  board.show(moment);
  happened.textContent = moment.text;
  where.textContent = where.dataset.text
    .replace('{step}', step).replace('{last}', moments.length - 1).replace('{round}', moment.round);
  slider.value = step;
  slider.setAttribute('aria-valuetext', moment.text);
  history.replaceState(null, '', `?step=${step}`);
}

const to = {
  first: () => 0,
  prev: (step) => Math.max(step - 1, 0),
  next: (step) => Math.min(step + 1, moments.length - 1),
  last: () => moments.length - 1,
};
steps.addEventListener('click', (event) => {
  const link = event.target.closest('a[rel]');
  if (!link) return;
  event.preventDefault();
  show(to[link.rel](Number(slider.value)));
});
slider.addEventListener('input', () => show(Number(slider.value)));
slider.max = moments.length - 1;
slider.hidden = false;
show(Math.min(Number(steps.dataset.step), moments.length - 1));
