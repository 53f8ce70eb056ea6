// A turn is picked canoe by canoe instead of from one long list of every combination.

import { send } from './live.js';

/** Put buttons in the place of the list inside `box`; `turn` is the view's turn, or nothing when it is nobody's. */
export function pickByStep(box, turn) {
  if (!box || !turn || box.dataset.stepwise) return;
  box.dataset.stepwise = 'yes';
  show(box, turn.actions, []);
}

/** The actions whose moves begin as `taken` says. */
function fitting(actions, taken) {
  return actions.filter((action) => taken.every((text, at) => action.moves[at]?.text === text));
}

function show(box, actions, taken, chosen = null) {
  const left = fitting(actions, taken);
  const list = document.createElement('div');
  list.className = 'choices';
  const whole = chosen ?? (taken.length ? left.find((action) => action.moves.length === taken.length) : null);
  if (!chosen) {
    const next = left.filter((action) => action.moves.length > taken.length);
    for (const text of new Set(next.map((action) => action.moves[taken.length].text))) {
      list.append(button(text, () => show(box, actions, [...taken, text])));
    }
    if (!taken.length) {
      for (const action of left.filter((one) => !one.moves.length)) {
        list.append(button(action.text, () => show(box, actions, [], action)));
      }
    }
  }
  const said = document.createElement('ol');
  said.className = 'taken';
  for (const text of chosen ? [chosen.text] : taken) {
    const line = document.createElement('li');
    line.textContent = text;
    said.append(line);
  }
  const end = document.createElement('div');
  end.className = 'choices';
  if (whole) {
    const confirm = button(box.dataset.confirm, () => send('/do/play', { key: whole.key }));
    confirm.classList.add('primary');
    end.append(confirm);
  }
  if (taken.length || chosen) end.append(button(box.dataset.back, () => show(box, actions, taken.slice(0, -1))));
  box.replaceChildren(said, list, end);
  if (taken.length || chosen) box.querySelector('.primary, button')?.focus();
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
