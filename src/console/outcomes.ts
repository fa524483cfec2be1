// The outcomes of forms. The next page shows one, by `?done=`: in the words of that page, if it has some (`says` in route.ts), else in these.
// Each says what was done to what: "Saved." alone could be anything.
export const outcomes = {
  step_skipped: 'Step skipped. You’ll find it under Settings, First steps.',
  step_restored: 'The step is back on the list.',
  test_mail_sent: 'A test mail is on its way to you.',

  workspace_saved: 'Workspace saved.',
  workspace_zone_set: 'The workspace’s time zone is set.',
  scheduling_saved: 'Scheduling settings saved.',
  branding_saved: 'Branding saved. Guests see it from now on.',
  logo_set: 'Logo uploaded. Guests see it from now on.',
  logo_removed: 'Logo removed. Guests see the company’s name instead.',

  member_added: 'Member added.',
  people_added: 'Everybody who could be added is a member now.',
  invited: 'The invitation is on its way.',
  several_invited: 'Invitations are on their way.',
  invitation_kept:
    'No email leaves this server yet, so the invitation is kept here. Send it again once mail is set up.',
  invitations_kept:
    'No email leaves this server yet, so the invitations are kept here. Send them again once mail is set up.',
  profile_saved: 'Profile saved.',
  member_zone_saved: 'Time zone saved.',
  access_saved: 'Email address and role saved.',
  member_signed_out: 'The member is signed out everywhere.',
  member_deactivated: 'Member deactivated.',
  member_leaving: 'Member deactivated. Their requests are being handed over.',
  member_reactivated: 'The member is active again.',
  signed_out_elsewhere: 'You’re signed out everywhere else.',
  session_ended: 'Session ended: that browser is signed out.',

  hours_saved: 'Weekly hours saved.',
  hours_zone_saved: 'Time zone of the hours saved.',
  exception_saved: 'Exception saved.',
  exception_removed: 'Exception removed. The weekly hours apply again.',
  limits_saved: 'Booking limits saved.',

  calendar_added: 'Calendar added.',
  calendar_saved: 'Calendar saved.',
  calendar_read: 'Reading the calendar again. This takes a moment.',
  calendar_removed: 'Calendar removed.',

  team_created: 'Team created.',
  team_saved: 'Team settings saved.',
  team_deactivated: 'Team deactivated.',
  team_reactivated: 'The team is active again.',
  team_member_added: 'Member added to the team.',
  team_member_removed: 'Member removed from the team.',
  team_role_changed: 'Role changed.',
  member_paused: 'Member paused.',
  member_unpaused: 'The member is back in the queue.',
  link_created: 'Booking link created.',
  link_saved: 'Booking link saved.',
  link_deleted: 'Booking link deleted.',

  request_created: 'Request created.',
  request_paused: 'Request paused.',
  request_resumed: 'Request resumed.',
  offered: 'New times offered. Guests get an email.',
  answered: 'Answer saved.',
  guests_added: 'Guests added. They get an email like the others.',
  reminded: 'A reminder is on its way to everybody who hasn’t answered.',
  booked: 'Meeting booked. Everybody gets an invitation.',
  moved: 'Meeting moved. Everybody gets an updated invitation.',
  reopened: 'Looking for another time. Until there is one, the meeting stays booked.',
  host_changed: 'Host changed.',
  request_cancelled: 'Request cancelled. Everybody involved gets an email.',
  request_cancelled_quietly: 'Request cancelled. Guests get no email.',
  meeting_cancelled: 'Meeting cancelled. Everybody involved gets an email.',
  meeting_cancelled_quietly: 'Meeting cancelled. Guests get no email.',
  message_resent: 'The message is on its way again.',

  endpoint_saved: 'Endpoint saved.',
  endpoint_enabled: 'Endpoint enabled. Waiting deliveries are sent now, oldest first.',
  endpoint_disabled: 'Endpoint disabled. Nothing is sent until you enable it again.',
  endpoint_deleted: 'Endpoint deleted.',
  endpoint_tested: 'A test event is on its way. The result shows up here.',
  delivery_resent: 'The delivery is on its way again.',
  delivery_retried: 'Trying the delivery again now. The result shows up here in a moment.',
  deliveries_recovered: 'Failed deliveries are being sent again.',
  nothing_recovered: 'Nothing has failed since then, so nothing is sent again.',

  key_revoked: 'Key revoked. It doesn’t work any more.',

  seat_assigned: 'Seat assigned.',
  seats_assigned: 'Seats assigned.',
  seat_removed: 'Seat removed. It’s free for somebody else.',
  capacity_changed: 'Seat capacity changed.',
} as const;

export type Outcome = keyof typeof outcomes;
export const outcomeNames = Object.keys(outcomes) as Outcome[];
