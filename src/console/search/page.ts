import type { People } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import type { MemberRow } from '../../features/people/members/operations.ts';
import { named } from '../../html/blocks.ts';
import { textField } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { emptyState, filters, listOfLinks, pageHead } from '../../html/sections.ts';
import { typePath } from '../meeting-types/paths.ts';
import { typeBadge } from '../meeting-types/words.ts';
import type { Part } from '../navigation.ts';
import { inWords, nameOf, statusBadge } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { plainName } from '../words.ts';

export interface Results {
  requests: ListedRequest[];
  people: ReadonlyMap<string, People>;
  types: { id: string; name: string; is_public: boolean; active: boolean }[];
  members: MemberRow[];
  teams: { id: string; name: string }[];
  pages: Part[];
}

const url = '/console/search';

export function searchPage(screen: Screen, text: string | undefined, results: Results | undefined): Shown {
  return {
    title: 'Search',
    content: html`${pageHead({ title: 'Search' })}
${filters({
  action: url,
  isSet: text !== undefined,
  clear: url,
  submit: 'Search',
  content: textField({
    name: 'q',
    label: 'A title, a name or an email address',
    type: 'search',
    value: text,
  }),
})}
<div id="results">${text && results && listed(screen, text, results)}</div>`,
  };
}

function listed(screen: Screen, text: string, results: Results): Content {
  const { requests, people, types, members, teams, pages } = results;
  const groups = [
    group(
      'Pages',
      pages.map(({ label, href }) => ({ href, label })),
    ),
    group(
      'Requests',
      requests.map((request) => ({
        href: `/console/requests/${request.id}`,
        label: named(nameOf(request)),
        note: named(inWords((people.get(request.id)?.participants ?? []).map(plainName), 2)),
        end: statusBadge(request, screen.now),
      })),
    ),
    group(
      'Meeting types',
      types.map((type) => ({ href: typePath(type.id), label: named(type.name), end: typeBadge(type) })),
    ),
    group(
      'Members',
      members.map((member) => ({
        href: `/console/members/${member.id}`,
        label: named(plainName(member)),
        note: member.email,
      })),
    ),
    group(
      'Teams',
      teams.map(({ id, name }) => ({ href: `/console/teams/${id}`, label: named(name) })),
    ),
  ].filter(Boolean);
  if (groups.length > 0) return groups;
  return emptyState({
    title: html`Nothing found for “${named(text)}”`,
    text: 'Try a shorter part of the name.',
  });
}

const group = (title: string, links: Parameters<typeof listOfLinks>[0]): Html | false =>
  links.length > 0 && html`<section class="part"><h2>${title}</h2>${listOfLinks(links)}</section>`;
