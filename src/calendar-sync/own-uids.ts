import { idPattern } from '../ids.ts';

/** Of events that Rota has written to a calendar: the id of the request, at the mail domain. They are no busy times. */
export function ownUids(mailDomain: string): RegExp {
  const request = idPattern('meetingRequest').replace(/\$$/, '');
  return new RegExp(`${request}@${RegExp.escape(mailDomain)}$`, 'i');
}
