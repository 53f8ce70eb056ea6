// The river's arms are entered disc by disc, one tap each, instead of from a list of every combination.

import { send } from './live.js';

/** Put two buttons in the place of the list inside `box`; `river` is the view's, or nothing. */
export function pickArms(box, river) {
  if (!box || !river || box.distance === river.distance) return;
  box.distance = river.distance;
  ask(box, river, []);
}

function ask(box, river, arms) {
  if (arms.length === river.distance) {
    const action = river.actions.find((one) => JSON.parse(one.key).arms.join() === arms.join());
    send('/do/play', { key: action.key });
    return;
  }
  const label = document.createElement('p');
  label.textContent = box.dataset.disc.replace('{disc}', arms.length + 1).replace('{count}', river.distance);
  const choices = document.createElement('div');
  choices.className = 'choices';
  choices.append(...['left', 'right'].map((arm) => button(box.dataset[arm], () => ask(box, river, [...arms, arm]))));
  if (arms.length) choices.append(button(box.dataset.back, () => ask(box, river, arms.slice(0, -1))));
  box.replaceChildren(label, choices);
  if (arms.length) choices.firstElementChild.focus();
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
