// Corner handles over the camera's picture; the number fields beside them say the same and take the keyboard.

const drawing = document.getElementById('corners');
const byHand = document.getElementById('by-hand');
const fields = document.getElementById('corner-fields');
const NAMES = 'http://www.w3.org/2000/svg';
const field = (axis, at) => fields.querySelector(`[name=${axis}${at}]`);
const corner = (at) => [Number(field('x', at).value), Number(field('y', at).value)];

const outline = drawing.appendChild(document.createElementNS(NAMES, 'polygon'));
const handles = [0, 1, 2, 3].map(() => drawing.appendChild(document.createElementNS(NAMES, 'circle')));
let held = null;

function draw() {
  drawing.toggleAttribute('hidden', !byHand.checked);
  fields.hidden = !byHand.checked;
  outline.setAttribute('points', [0, 1, 2, 3].map((at) => corner(at).join()).join(' '));
  handles.forEach((handle, at) => {
    const [x, y] = corner(at);
    handle.setAttribute('cx', x);
    handle.setAttribute('cy', y);
    handle.setAttribute('r', 2.5);
  });
}

drawing.addEventListener('pointerdown', (event) => {
  held = handles.indexOf(event.target);
  if (held >= 0) drawing.setPointerCapture(event.pointerId);
});
drawing.addEventListener('pointermove', (event) => {
  if (held === null || held < 0) return;
  const box = drawing.getBoundingClientRect();
  const share = (at, from, size) => Math.min(100, Math.max(0, ((at - from) / size) * 100)).toFixed(1);
  field('x', held).value = share(event.clientX, box.left, box.width);
  field('y', held).value = share(event.clientY, box.top, box.height);
  draw();
});
drawing.addEventListener('pointerup', () => { held = null; });
byHand.addEventListener('change', draw);
fields.addEventListener('input', draw);
draw();
