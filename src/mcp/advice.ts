// What to call instead, for refusals that an agent can do something about.

/** By the message of the refusal. The first match counts. */
export const ADVICE: [message: RegExp, advice: string][] = [
  [
    /^API key missing required scope/,
    'Tell the user that this key does not allow it. An admin of the workspace can make one that does.',
  ],
  [
    /^(?:Meeting request not found|meeting_id must match)/,
    'Call list_meetings, for instance with participant_email, and use the id of a meeting from there.',
  ],
  [
    /^(?:Team not found|team_id is not a team|team_id must match)/,
    'Call list_teams and use the id of a team from there.',
  ],
  [
    /^(?:Meeting type not found|meeting_type_id)/,
    'Call list_meeting_types and use the id of an active meeting type from there, of the same team or member.',
  ],
  [/^Team membership not found/, 'Call whose_turn for the team and use the email of somebody from there.'],
  [/^Workspace member not found/, 'Call list_members and use the email of a member from there.'],
  [
    /^organizer_email is not a member of the team/,
    'Call whose_turn for the team and name somebody from there, or leave organizer_email out.',
  ],
  [
    /^organizer_email must not be given with a team in pool mode/,
    'Leave organizer_email out and the team decides, or leave team_id out and name a member.',
  ],
  [
    /^organizer_email (?:is required with a team|or team_id is required)/,
    'Call list_members for the email of an active member, or list_teams for a team in pool or stack mode, which decides by itself.',
  ],
  [
    /^organizer_email has no seat/,
    'Name a member who has a seat, or give the team_id of a team that decides. An admin of the workspace can assign a seat.',
  ],
  [/^The team is deactivated/, 'Call list_teams and use the id of an active team.'],
  [
    /^A meeting request may have .* hosts/,
    'Use a smaller team, or name one member with organizer_email and no team_id.',
  ],
  [
    /^participant(?:s|_emails) .*(?:required|must not be given with)/,
    'Give the people to meet once: as participants, or as participant_emails.',
  ],
  [
    /^context\.timeframe\.start must be before/,
    'Give a timeframe that ends after it begins, both in UTC, or leave it out.',
  ],
  [/^organizer_email is not/, 'Call list_members and use the email of an active member from there.'],
  [/^participant_email(?:s\[\d+\])? is not/, 'Call get_meeting: its participants have the addresses.'],
  [/^option_ids/, 'Call get_meeting and use the ids of options with the status offered.'],
  [
    /^Cannot \S+ a request that is (?:already )?cancelled/,
    'A cancelled meeting is over. If the user still wants to meet, call request_meeting for a new one.',
  ],
  [
    /^(?:The meeting has not begun yet|Cannot mark a no-show in)/,
    'Nobody can have missed it yet: only a booked meeting that has begun can be marked. To end it, call cancel.',
  ],
  [/^Cannot book a request that is already booked/, 'Call reschedule to move it to another time.'],
  [/^Cannot pause a request that is already paused/, 'There is nothing to do. Call resume to go on with it.'],
  [/^Cannot pause a request that is booked/, 'Call reschedule for another time, or cancel to end it.'],
  [/^Cannot resume a request/, 'Only a paused meeting can be resumed. Call get_meeting to see how it is.'],
  [
    /^Cannot (?:book|reschedule) a request that is paused/,
    'Call resume first, if the user wants to go on with it.',
  ],
  [
    /^Cannot reschedule a request that is active/,
    'A time is being looked for. Call get_meeting to see what is offered, or book_time to set a time.',
  ],
  [
    /^Cannot answer a request that is booked/,
    'Its time is settled. Call get_meeting to see it, or reschedule if that time does not work.',
  ],
  [
    /has another booking/,
    'Call find_times for times that are free. Set force only if the user has said to book it twice.',
  ],
  [/^starts_at is required: the organizer/, 'Call find_times, and call again with one of those times.'],
  [
    /^The hosts need a seat/,
    'Tell the user: an admin of the workspace has to assign a seat, or another organizer has to take the meeting. force does not help.',
  ],
  [
    /^The service takes no changes/,
    'Nothing was done. Tools that only read still work: tell the user, and call again later.',
  ],
  [
    /^The same call is still running/,
    'Call again in a second with the same arguments: the answer says what became of it.',
  ],
  [/^The member is deactivated/, 'Call list_members and use the email of an active member from there.'],
  [
    /^A team in manual mode/,
    'Call it with member_email instead, for whoever the user wants as the organizer.',
  ],
  [
    /^Cannot find slots for a request that is cancelled/,
    'A cancelled meeting stays so. Call request_meeting for a new one, or find_times with member_email or team_id.',
  ],
  [/too many busy times/, 'Call again with a shorter time between from and to, or for fewer people.'],
  [
    /has no member (?:with a seat )?who could take the turn/,
    'Call whose_turn to see who is left out and why.',
  ],
];
