// A turn is picked canoe by canoe instead of from one long list of every combination.

import { send } from './live.js';

/** Put buttons in the place of the list inside `box`, and light on `board` where the canoes may go.

`turn` is the view's turn, or nothing when it is nobody's; without a `box` it is another's and only lit. */
export function pickByStep(box, turn, board) {
  if (!turn) return board.light([]);
  if (!box) return board.light(targets(turn.actions, 0));
  // The region may be newer than the view it is filled from: what it offers follows the newest view.
  const offered = turn.actions.map((action) => action.key).join();
  if (box.offered === offered) return undefined;
  box.offered = offered;
  return show({ box, board, actions: turn.actions }, { taken: [] });
}

const targets = (actions, at) => actions.map((action) => action.moves[at]).filter(Boolean).map((move) => move.to);

/** The actions whose moves begin as `taken` says. */
function fitting(actions, taken) {
  return actions.filter((action) => taken.every((text, at) => action.moves[at]?.text === text));
}

/** One step of the choice: `taken` moves so far, perhaps only those to `place`, or one whole action `chosen`. */
function show(turn, { taken, place = null, chosen = null }) {
  const { box, board, actions } = turn;
  const at = taken.length;
  const left = fitting(actions, taken);
  const next = chosen ? [] : left.filter((action) => action.moves.length > at);
  const moves = new Map(next.map((action) => action.moves[at]).map((move) => [move.text, move]));
  const offered = [...moves.values()].filter((move) => !place || move.to === place);
  const list = element('div', 'choices');
  for (const { text } of offered) list.append(button(text, () => show(turn, { taken: [...taken, text] })));
  if (!at && !chosen && !place) {
    for (const action of left.filter((one) => !one.moves.length)) {
      list.append(button(action.text, () => show(turn, { taken: [], chosen: action })));
    }
  }
  board.light(targets(next, at), (spot) => {
    const there = [...moves.values()].filter((move) => move.to === spot);
    show(turn, there.length === 1 ? { taken: [...taken, there[0].text] } : { taken, place: spot });
  });
  const said = element('ol', 'taken');
  for (const text of chosen ? [chosen.text] : taken) said.append(element('li', '', text));
  const whole = chosen ?? (at && !place ? left.find((action) => action.moves.length === at) : null);
  const end = element('div', 'choices');
  if (whole) {
    const confirm = button(box.dataset.confirm, () => send('/do/play', { key: whole.key }));
    confirm.classList.add('primary');
    end.append(confirm);
  }
  if (at || chosen || place) {
    end.append(button(box.dataset.back, () => show(turn, { taken: place ? taken : taken.slice(0, -1) })));
  }
  const focused = box.contains(document.activeElement) && document.activeElement.textContent.trim();
  box.replaceChildren(said, list, end);
  if (at || chosen || place) box.querySelector('.primary, button')?.focus();
  // Whoever stood on a button of the list that these come instead of, stands on the one that says the same.
  else if (focused) [...box.querySelectorAll('button')].find((one) => one.textContent === focused)?.focus();
}

function element(name, classes, text = '') {
  const made = document.createElement(name);
  made.className = classes;
  made.textContent = text;
  return made;
}

function button(text, act) {
  const made = element('button', '', text);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}
