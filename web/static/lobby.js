import { follow } from './live.js';

follow('table');
