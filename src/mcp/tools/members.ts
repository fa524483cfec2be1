import { listMembers } from '../../features/people/members/operations.ts';
import { Member } from '../../features/people/members/shapes.ts';
import { Email, Many } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { pageFrom, pageOf } from '../inputs.ts';
import { LINE_LENGTH } from '../labels.ts';
import { readingTool } from '../tool.ts';

const listMembersTool = readingTool({
  name: 'list_members',
  title: 'List members',
  description:
    'Lists the people of the workspace, newest first: those who organize meetings. Use it to find the email for organizer_email or ' +
    'member_email. Not for people outside, whom meetings are with: use list_meetings with participant_email. Not for who is in a team: use ' +
    'whose_turn.',
  scope: 'members.read',
  textLength: LINE_LENGTH,
  input: Type.Object({
    ...pageOf('member'),
    member_email: Type.Optional(Email('Only the member with this email, whatever its upper and lower case.')),
    include_deactivated: Type.Optional(
      Type.Boolean({ default: false, description: 'true lists deactivated members, too.' }),
    ),
  }),
  output: Many(Member),
  run: ({ context }, { member_email, include_deactivated, ...page }) =>
    listMembers(context, { ...pageFrom(page), email: member_email, role: undefined, include_deactivated }),
});

export const memberTools = [listMembersTool];
