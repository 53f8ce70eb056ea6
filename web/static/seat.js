import { follow } from './live.js';
import { pickByStep } from './steps.js';

follow('seat', { onView: (view) => pickByStep(document.querySelector('#turn .steps'), view.turn) });
