import type { Route } from '../../http/route.ts';
import { requestForms } from './forms.ts';
import { answer, cancel, list, make, message, messageFrame, one, place, times } from './pages.ts';

export const requestRoutes: Route[] = [
  list.route,
  make.route,
  one.route,
  times.route,
  answer.route,
  cancel.route,
  place.route,
  message.route,
  messageFrame,
  ...requestForms,
];
