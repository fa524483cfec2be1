import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { INVITATION_DAYS } from '../../../limits/limits.ts';
import { One } from '../../../shapes/fields.ts';
import { ADMINS, emailTaken, group, Member, MemberInput, path } from '../members/shapes.ts';
import { addMember, inviteMember } from './operations.ts';
import { MAX_INVITATIONS_A_DAY } from './rules.ts';

export const invitationRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/workspace_members',
    access: keyWith('members.write'),
    line: { name: 'members' },
    operation: 'createWorkspaceMember',
    group,
    summary: 'Add a person to the workspace',
    description:
      'Adds a person, who can then be put into teams and given a seat. An email that a member already has is refused, even if that ' +
      `member is deactivated: reactivate them instead. With \`send_invitation\`, they also get a mail with a link that signs them in. ${ADMINS} Fires no event.`,
    body: MemberInput,
    response: { status: 201, description: 'The new member.', shape: One(Member) },
    refusals: emailTaken,
    handle: async (context, { body }) => ({ data: await addMember(context, body) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/invite',
    access: keyWith('members.write'),
    operation: 'inviteWorkspaceMember',
    group,
    summary: 'Invite a member',
    description:
      `Sends the member a mail with a link that signs them in to the console: once, within ${INVITATION_DAYS} days. Earlier links of theirs keep working until ` +
      `they sign in. Refused for a deactivated member, for one who has signed in already, and after ${MAX_INVITATIONS_A_DAY} within a day. Fires no event.`,
    path,
    response: { status: 200, description: 'The member, with `invited_at`.', shape: One(Member) },
    refusals: {
      validation_error: `The member was sent ${MAX_INVITATIONS_A_DAY} invitations within a day already: wait until tomorrow`,
    },
    handle: async (context, input) => ({ data: await inviteMember(context, input.path.id) }),
  }),
];
