/** When a meeting is: from `starts_at` until just before `ends_at`, in milliseconds. */
export interface MeetingTime {
  starts_at: number;
  ends_at: number;
}
