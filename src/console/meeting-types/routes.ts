import {
  createMeetingType,
  deleteMeetingType,
  getMeetingType,
  listMeetingTypes,
  updateMeetingType,
} from '../../features/meetings/meeting-types/operations.ts';
import { MeetingTypeChange, NewMeetingType } from '../../features/meetings/meeting-types/shapes.ts';
import { findPeople } from '../../features/meetings/requests/lists/overview.ts';
import { listRequests } from '../../features/meetings/requests/operations.ts';
import { pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { embedSection } from '../embed-code.ts';
import { readNames } from '../names.ts';
import { form, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { typeInput, typeLabels } from './fields.ts';
import { editTypePage, newTypePage } from './form-pages.ts';
import { typeListPage } from './list.ts';
import { ownerIn, readOwnerChoices } from './owners.ts';
import { NEW_TYPE, TYPES, typePath } from './paths.ts';
import { editedQuestions, namingRows, questionsIn } from './questions.ts';
import { typePage } from './type.ts';
import type { ShownType } from './words.ts';

const may = 'edit_meeting_types';
const url = `${TYPES}/:id`;
const path = { id: { kind: 'meetingType', what: 'Meeting type' } } as const;
const of = ({ id }: { id: string }) => ({ meetingType: id });
const ofAnyTeam = () => ({ anyTeam: true }) as const;

const list = page({
  url: TYPES,
  summary: 'Meeting types',
  may: 'see_meeting_types',
  query: pageQuery('meetingType'),
  async show(screen, { query }) {
    const types = await listMeetingTypes(screen, {}, query);
    const owners = types.data.map(
      ({ team_id, workspace_membership_id }) => team_id ?? workspace_membership_id,
    );
    return typeListPage(screen, {
      types,
      names: await readNames(
        screen,
        owners.filter((id) => id !== null),
      ),
      mayMake: await screen.may(may, ofAnyTeam()),
      cursor: query.cursor,
    });
  },
});

const newType = page({
  url: NEW_TYPE,
  summary: 'New meeting type',
  may,
  of: ofAnyTeam,
  show: async (screen) => newTypePage(screen, await readOwnerChoices(screen)),
});

const LATEST = { limit: 10, cursor: undefined };

const one = page({
  url,
  summary: 'A meeting type',
  path,
  may: 'see_meeting_types',
  async show(screen, { path: { id } }) {
    const type = await getMeetingType(screen, id);
    const mayEdit = await screen.may(may, { meetingType: id });
    const requests = await latestRequests(screen, type, mayEdit);
    return typePage(screen, {
      type,
      mayEdit,
      names: await readNames(screen, [type.team_id ?? type.workspace_membership_id ?? '']),
      embedding:
        type.url !== null && (await embedSection(screen, { url: type.url, label: `Book: ${type.name}` })),
      requests,
      people: await findPeople(
        screen,
        requests.map((request) => request.id),
      ),
    });
  },
});

/** Whoever manages the team sees them all, everybody else those that they host. */
async function latestRequests(screen: Screen, { id }: ShownType, seesAll: boolean) {
  const mine = seesAll ? {} : { host_id: screen.member.id };
  const { data } = await listRequests(screen, { meeting_type_id: id, ...mine }, LATEST);
  return data;
}

const edit = page({
  url: `${url}/edit`,
  summary: 'The form that changes a meeting type',
  path,
  may,
  of,
  async show(screen, { path: { id } }) {
    const type = await getMeetingType(screen, id);
    return editTypePage(screen, type, await readOwnerChoices(screen, type));
  },
});

/** A form with nothing but the button. */
const switchForm = (active: boolean) =>
  form({
    url: `${url}/${active ? 'activate' : 'deactivate'}`,
    summary: `Switch a meeting type ${active ? 'on' : 'off'}`,
    path,
    may,
    of,
    on: one,
    async send(screen, { path: { id } }) {
      await updateMeetingType(screen, id, { active });
      return { to: typePath(id), done: active ? 'type_activated' : 'type_deactivated' };
    },
  });

export const meetingTypeRoutes: Route[] = [
  list.route,
  newType.route,
  form({
    url: NEW_TYPE,
    summary: 'Create a meeting type',
    may,
    of: ofAnyTeam,
    on: newType,
    labels: typeLabels,
    edit: editedQuestions,
    async send(screen, { fields }) {
      const owner = await ownerIn(screen, fields);
      const typed = questionsIn(fields, []);
      const input = { ...typeInput(fields), ...owner, questions: typed.questions };
      const { id } = await namingRows(typed, async () =>
        createMeetingType(screen, check(NewMeetingType, input)),
      );
      return { to: typePath(id), done: 'type_created' };
    },
  }),
  one.route,
  edit.route,
  form({
    url: `${url}/edit`,
    summary: 'Change a meeting type',
    path,
    may,
    of,
    on: edit,
    labels: typeLabels,
    edit: editedQuestions,
    async send(screen, { path: { id }, fields }) {
      const type = await getMeetingType(screen, id);
      const owner = await ownerIn(screen, fields, type);
      const typed = questionsIn(fields, type.questions);
      const { choose_host, ...given } = typeInput(fields);
      const input = {
        ...given,
        ...owner,
        questions: typed.questions,
        // Given, it asks for a team that can be booked: a type of a deactivated one can still be changed.
        ...(choose_host !== type.choose_host && { choose_host }),
      };
      await namingRows(typed, async () => updateMeetingType(screen, id, check(MeetingTypeChange, input)));
      return { to: typePath(id), done: 'type_saved' };
    },
  }),
  switchForm(true),
  switchForm(false),
  form({
    url: `${url}/delete`,
    summary: 'Delete a meeting type',
    path,
    may,
    of,
    on: one,
    async send(screen, { path: { id } }) {
      await deleteMeetingType(screen, id);
      return { to: TYPES, done: 'type_deleted' };
    },
  }),
];
