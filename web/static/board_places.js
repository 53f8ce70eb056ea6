// The places of the board, dragged or pushed with the arrow keys; the fields in the list say the same and are what is sent.

const form = document.getElementById('places');
const drawing = document.getElementById('drawn-places');
const oneByOne = document.getElementById('one-by-one');
const told = document.getElementById('places-said');
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR_MM = 10;

const boxOf = (name) => form.querySelector(`[data-fields="${name}"]`);
const field = (name, axis) => boxOf(name).querySelector(`[data-axis="${axis}"]`);
const drawn = (name) => drawing.querySelector(`[data-place="${name}"]`);
const nameOf = (name) => boxOf(name).querySelector('legend').textContent;
const names = [...form.querySelectorAll('[data-fields]')].map((box) => box.dataset.fields);
const heights = Object.fromEntries(names.map((name) => [name, at(drawn(name))[1]]));
let held = null;

function at(shape) {
  const { e, f } = shape.transform.baseVal.consolidate().matrix;
  return [e, f];
}

/** Who moves when this place does: its row, unless the squares are moved one by one. */
function together(name) {
  const { row } = boxOf(name).dataset;
  return row && !oneByOne.checked ? names.filter((other) => boxOf(other).dataset.row === row) : [name];
}

function redraw(name) {
  const y = field(name, 'y')?.value ?? heights[name];
  const shape = drawn(name);
  shape.setAttribute('transform', `translate(${Number(field(name, 'x').value)} ${Number(y)})`);
  const width = Number(field(name, 'w')?.value);
  const height = Number(field(name, 'h')?.value);
  if (width > 0) shape.querySelector('circle')?.setAttribute('r', width / 2);
  const box = shape.querySelector('rect:not(.reach)');
  if (box && width > 0 && height > 0) {
    for (const [key, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height })) box.setAttribute(key, value);
  }
}

function confirm(name) {
  boxOf(name).querySelector('[name=confirm]').checked = true;
  drawn(name).classList.add('shown');
}

/** Move a place, and what moves with it, by so many millimetres, but not off the board. */
function push(name, right, down) {
  const moved = together(name);
  const room = (axis, by, most) => Math.max(...moved.map((one) => -Number(field(one, axis)?.value ?? 0)),
    Math.min(by, ...moved.map((one) => most - Number(field(one, axis)?.value ?? 0))));
  const dx = room('x', right, Number(drawing.dataset.width));
  const dy = field(name, 'y') ? room('y', down, Number(drawing.dataset.height)) : 0;
  for (const one of moved) {
    for (const [axis, by] of [['x', dx], ['y', dy]]) {
      const input = field(one, axis);
      if (input) input.value = (Number(input.value) + by).toFixed(1);
    }
    redraw(one);
    confirm(one);
  }
}

function tell(name) {
  const [x, y] = at(drawn(name));
  told.textContent = told.dataset.at.replace('{place}', nameOf(name)).replace('{x}', x.toFixed(0)).replace('{y}', y.toFixed(0));
}

/** Where on the board, in millimetres, a pointer is. */
function onBoard(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [point.x, point.y];
}

for (const name of names) {
  const shape = drawn(name);
  shape.setAttribute('tabindex', '0');
  shape.setAttribute('role', 'button');
  shape.setAttribute('aria-label', [nameOf(name), boxOf(name).querySelector('.remedy')?.textContent.trim()].filter(Boolean).join(': '));
  shape.setAttribute('aria-describedby', 'places-keys');
  shape.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step) push(name, ...step.map((part) => part * (event.shiftKey ? FAR_MM : 1)));
    else if (event.key === 'Enter' || event.key === ' ') confirm(name);
    else return;
    event.preventDefault();
    tell(name);
  });
  shape.addEventListener('pointerdown', (event) => {
    held = { name, last: onBoard(event) };
    shape.setPointerCapture(event.pointerId);
    shape.focus();
    event.preventDefault();
  });
  shape.addEventListener('pointermove', (event) => {
    if (held?.name !== name) return;
    const now = onBoard(event);
    push(name, now[0] - held.last[0], now[1] - held.last[1]);
    held.last = now;
  });
  for (const end of ['pointerup', 'pointercancel']) {
    shape.addEventListener(end, () => {
      if (held?.name === name) tell(name);
      held = null;
    });
  }
}

form.addEventListener('input', (event) => {
  const box = event.target.closest('[data-fields]');
  if (!box) return;
  if (event.target.dataset.axis) {
    redraw(box.dataset.fields);
    confirm(box.dataset.fields);
  } else {
    drawn(box.dataset.fields).classList.toggle('shown', event.target.checked);
  }
});
