import { listMembers } from '../../features/people/members/operations.ts';
import { Member } from '../../features/people/members/shapes.ts';
import { Email, Many } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { pageInput, pageRequestFrom } from '../inputs.ts';
import { LINE_LENGTH } from '../labels.ts';
import { readingTool } from '../tool.ts';

const listMembersTool = readingTool({
  name: 'list_members',
  title: 'List members',
  description:
    'Lists the members of the workspace, newest first: the people who organize meetings. Use it to find the email for organizer_email or ' +
    'member_email. For people outside the workspace, use list_meetings with participant_email instead; for the members of a team, ' +
    'whose_turn.',
  scope: 'members.read',
  textLength: LINE_LENGTH,
  input: Type.Object({
    ...pageInput('member'),
    member_email: Type.Optional(
      Email('Only the member with this email. Upper and lower case make no difference.'),
    ),
    include_deactivated: Type.Optional(
      Type.Boolean({ default: false, description: 'true lists deactivated members, too.' }),
    ),
  }),
  output: Many(Member),
  run: ({ context }, { member_email, include_deactivated, ...page }) =>
    listMembers(context, {
      ...pageRequestFrom(page),
      email: member_email,
      role: undefined,
      include_deactivated,
    }),
});

export const memberTools = [listMembersTool];
