// The video calls that are made with the events of bookings, for those who need the link.
export { forgetFailedCall, selectVideoCall as findVideoCall } from './video-call-queries.ts';
