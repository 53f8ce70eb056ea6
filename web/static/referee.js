// Expected and seen side by side; pieces are corrected by dragging them or with the lists, which say the same.

import { follow, send, whyLink } from './live.js';
import { Board } from './board.js';
import { pickByStep } from './steps.js';
import { pickArms } from './arms.js';
import { drawHypotheses } from './hypotheses.js';

const expected = new Board(document.getElementById('board'));
const seen = new Board(document.getElementById('seen'));
const unseen = document.getElementById('unseen');
const pieces = document.getElementById('pieces');
let table = null;

follow('table', {
  async onView(view) {
    table = view;
    drawPieces();
    pickByStep(document.querySelector('#turn .steps'), view.turn, expected);
    pickArms(document.querySelector('#river .arms'), view.river);
    drawHypotheses(view);
    offerTry(view.turn);
    showSeen(view, await (await fetch('/api/seen')).json());
  },
});

function showSeen(view, picture) {
  unseen.textContent = !picture ? unseen.dataset.none
    : picture.unseen.length ? `${unseen.dataset.hidden} ${picture.unseen.join(', ')}` : '';
  document.getElementById('seen').hidden = !picture;
  if (picture) seen.show({ ...view, river: null, ...picture, weather: picture.weather ?? view.weather, first: picture.first ?? view.first });
}

// --- corrections -------------------------------------------------------------------------------------------------

/** The expected board, with the pieces where the lists have them. */
function drawPieces() {
  if (!pieces || !table) return expected.show(table);
  const canoes = Object.values(table.places).flat();
  const places = Object.fromEntries(Object.keys(table.places).map((place) => [place, []]));
  for (const canoe of canoes) {
    const at = pieces.querySelector(`[data-canoe="${canoe.id}"]`);
    const cargo = pieces.querySelector(`[data-cargo="${canoe.id}"]`);
    places[at.value].push({ ...canoe, cargo: cargo.value.split(',').filter(Boolean) });
  }
  const first = pieces.querySelector('[data-first]').value;
  return expected.show({ ...table, places, first, weather: Number(pieces.querySelector('[data-weather]').value) });
}

if (pieces) {
  pieces.addEventListener('change', drawPieces);
  expected.letDrag({
    canoe(canoe, place) { pieces.querySelector(`[data-canoe="${canoe}"]`).value = place; },
    cloud(weather) { pieces.querySelector('[data-weather]').value = weather; },
    buoy(seat) { pieces.querySelector('[data-first]').value = table.players[Math.min(seat, table.players.length - 1)].colour; },
    done: drawPieces,
  });
}

// --- any action, and why not -------------------------------------------------------------------------------------

const box = document.getElementById('try');
const field = (name) => box.querySelector(`[name=${name}]`);
let moves = [];
let turn = null;

function offerTry(now) {
  if (!box) return;
  const usable = now && document.querySelector('#turn .steps');
  box.hidden = !usable;
  if (!usable || (turn && turn.player === now.player && turn.card === now.card)) return;
  turn = now;
  clearTry();
  const all = Object.values(table.places).flat();
  field('canoe').replaceChildren(...all.filter((one) => one.colour === now.player).map(option));
  field('steal').replaceChildren(field('steal').options[0],
    ...all.filter((one) => ![now.player, 'wood'].includes(one.colour)).map(option));
}

/** A canoe as the lists of pieces call it. */
function option({ id }) {
  const name = pieces.querySelector(`[data-canoe="${id}"]`).closest('fieldset').querySelector('legend').lastChild;
  return new Option(name.textContent.trim(), id);
}

function clearTry() {
  moves = [];
  box.querySelector('.taken').replaceChildren();
  box.querySelector('.enter').hidden = true;
  box.querySelector('.verdict').replaceChildren();
}

function composed() {
  const operations = (name) => field(name).value.split(',').filter(Boolean);
  const move = { canoe: field('canoe').value, to: field('to').value, before: operations('before'), after: operations('after') };
  if (field('steal').value) move.steal = [field('steal').value];
  return move;
}

const key = () => JSON.stringify({ act: 'paddle', player: turn.player, moves: [...moves, composed()] });

async function ask() {
  const verdict = box.querySelector('.verdict');
  const answer = await fetch(`/api/why?key=${encodeURIComponent(key())}`);
  const reason = await answer.json();
  box.querySelector('.enter').hidden = !answer.ok || reason !== null;
  verdict.replaceChildren(reason === null ? verdict.dataset.yes : reason.text ?? reason.error);
  if (reason?.rule) verdict.append(' ', whyLink(verdict, reason.rule));
}

box?.addEventListener('click', async (event) => {
  const list = event.target.classList;
  if (list.contains('ask')) await ask();
  if (list.contains('enter') && await send('/do/play', { key: key() })) clearTry();
  if (list.contains('more')) {
    moves.push(composed());
    const line = document.createElement('li');
    line.textContent = `${field('canoe').selectedOptions[0].text} → ${field('to').selectedOptions[0].text}`;
    box.querySelector('.taken').append(line);
  }
});
