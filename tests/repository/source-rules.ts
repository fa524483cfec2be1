// The rules of ARCHITECTURE.md as functions over text: where an import may lead, where SQL may stand, which paths a
// document names. The walls themselves are read from the tables of that page. No function here reads a file, so that
// structure.test.ts can also try them on examples.
import path from 'node:path/posix';

/** The tables of ARCHITECTURE.md. */
export interface Walls {
  /** For each folder of src, those that it may import besides itself and the files directly in src. */
  folders: Map<string, string[]>;
  /** Features by tier, the highest first, each as `domain/feature`. */
  tiers: string[][];
  /** For each database table, the folder that has its SQL, and those that may read it in a join. */
  tables: Map<string, { owner: string; readers: string[] }>;
}

/** Each file of the source, with what it imports. */
export type Imports = Map<string, string[]>;

/** These start the app. */
const STARTERS = ['src/app.ts', 'src/bootstrap.ts'];
/** These put the parts together, and may import everything. */
const ASSEMBLERS = [...STARTERS, 'src/feature-routes.ts'];
/** What stands for the files directly in src. */
const SHARED = 'src/*.ts';

export function wallsIn(architecture: string): Walls {
  const folders = rowsBelow(architecture, '| Folder |').map(([folder = '', , may = '']) => [
    namesIn(folder)[0] as string,
    namesIn(may),
  ]);
  const tables = rowsBelow(architecture, '| Table |').flatMap(([names = '', owner = '', readers = '']) =>
    namesIn(names).map((name) => [name, { owner: namesIn(owner)[0] as string, readers: namesIn(readers) }]),
  );
  return {
    folders: new Map(folders as [string, string[]][]),
    tiers: rowsBelow(architecture, '| Tier |').map(([, domain = '', features = '']) =>
      namesIn(features).map((feature) => `${namesIn(domain)[0]}/${feature}`),
    ),
    tables: new Map(tables as [string, { owner: string; readers: string[] }][]),
  };
}

/** The cells of each row of the table that begins so. */
function rowsBelow(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading));
  const below = lines.slice(start + 2);
  const end = below.findIndex((line) => !line.startsWith('|'));
  const rows = start < 0 ? [] : below.slice(0, end < 0 ? undefined : end);
  return rows.map((row) => row.split('|').slice(1, -1));
}

const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);

/** What a file imports: paths from the root of the repository, names of packages. */
export function importsIn(file: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found]
    .map(([, fixed, dynamic]) => (fixed ?? dynamic) as string)
    .map((name) => (name.startsWith('.') ? path.join(path.dirname(file), name) : name));
}

/** `folder` is `src/http`, or `src/*.ts` for a file directly in src; `part` is `queries` of features/d/x/queries.ts. */
interface Place {
  file: string;
  folder: string;
  /** `meetings` of features/meetings/requests/rules.ts. */
  domain: string | undefined;
  feature: string | undefined;
  part: string | undefined;
}

/** Where a file stands in the architecture. */
export function placeOf(file: string): Place {
  const [, domain, feature, part] =
    /^src\/features\/([^/]+)\/([^/]+)\/(?:[^/]+\/)*([^/]+)\.ts$/.exec(file) ?? [];
  return { file, folder: /^src\/[^/]+(?=\/)/.exec(file)?.[0] ?? SHARED, domain, feature, part };
}

/** `meetings/requests`; undefined outside of features. */
export const featureOf = ({ domain, feature }: Place): string | undefined =>
  feature === undefined ? undefined : `${domain}/${feature}`;

const isQueries = (part: string | undefined) => part === 'queries' || part?.endsWith('-queries') === true;

/** What rules take of them are types: what others have read. */
const TYPES_ALONE = [
  'src/mail-in/arrival.ts',
  'src/mail-in/mail.ts',
  'src/mail-out/drafts.ts',
  'src/settings/config.ts',
];

/** What a rule may know. */
const KNOWS_NO_IO = [
  SHARED,
  ...['src/features', 'src/limits', 'src/shapes', 'src/text', 'src/time', 'src/tokens'],
];

/** What to do instead, and what must not be. */
function rulesOf({ folders, tiers }: Walls): Record<string, (from: Place, to: Place) => boolean> {
  const tierOf = (place: Place) => tiers.findIndex((tier) => tier.includes(featureOf(place) as string));
  return {
    'only the command line and the tests start the app; take what is needed as an argument': (from, to) =>
      STARTERS.includes(to.file) && from.folder !== 'src/cli',
    'the table of folders in ARCHITECTURE.md does not allow it; move what both need further down, or let src/app.ts pass it in':
      (from, to) =>
        from.folder !== to.folder && to.folder !== SHARED && !folders.get(from.folder)?.includes(to.folder),
    'features are used downward only; let the upper call the lower': (from, to) =>
      from.feature !== undefined && to.feature !== undefined && tierOf(to) < tierOf(from),
    'only routes know HTTP; take the values that are needed as arguments': (from, to) =>
      from.feature !== undefined && from.part !== 'routes' && to.folder === 'src/http',
    'a route never sees SQL; call a function of operations.ts': (from, to) =>
      from.part === 'routes' && (isQueries(to.part) || to.folder === 'src/storage'),
    "a route calls its own feature's operations, which may call another's": (from, to) =>
      from.part === 'routes' && to.part === 'operations' && to.feature !== from.feature,
    "a feature's SQL is its own; call a function of its operations.ts": (from, to) =>
      isQueries(to.part) && to.feature !== from.feature,
    'routes are put together in src/feature-routes.ts and src/app.ts only; move what is shared to another file':
      (_from, to) => to.part === 'routes',
    'a rule never sees I/O; take the values it decides on as arguments': (from, to) =>
      from.part === 'rules' &&
      !TYPES_ALONE.includes(to.file) &&
      (!KNOWS_NO_IO.includes(to.folder) || isQueries(to.part) || to.part === 'operations'),
  };
}

/** The imports that the architecture forbids, each with what to do instead. */
export function brokenRules(walls: Walls, imports: Imports): string[] {
  const rules = Object.entries(rulesOf(walls));
  return [...imports].flatMap(([file, targets]) => {
    const meant = targets.filter((target) => !ASSEMBLERS.includes(file) || ASSEMBLERS.includes(target));
    const inside = meant.filter((target) => target.startsWith('src/')).map(placeOf);
    return inside.flatMap((to) =>
      rules
        .filter(([, isBroken]) => isBroken(placeOf(file), to))
        .map(([instead]) => `${file} imports ${to.file}: ${instead}`),
    );
  });
}

/** The same imports between features instead of files. */
export function featuresIn(imports: Imports): Imports {
  const features: Imports = new Map();
  for (const [file, targets] of imports) {
    const from = featureOf(placeOf(file));
    if (from === undefined) continue;
    const others = targets.flatMap((target) => featureOf(placeOf(target)) ?? []).filter((to) => to !== from);
    features.set(from, [...new Set([...(features.get(from) ?? []), ...others])]);
  }
  return features;
}

/** Circles of files, or of features, that import one another; each once. */
export function circlesIn(imports: Imports): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, trail: string[]): void {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  }
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

/** The files that may hold SQL. */
export const SQL_BELONGS =
  /^src\/(?:storage\/|(?:features\/[^/]+\/[^/]+(?:\/[^/]+)?|calendar-sync(?:\/accounts)?|mail-in|mail-out|outbox|webhooks)\/(?:[a-z]+-)*queries\.ts$|http\/(?:[a-z-]+\/)?(?:rate-limit|idempotency)\.ts$)/;
const SQL = [
  /\bselect\s[^;`]{1,500}?\sfrom\s+[\w("$]/i,
  /\binsert into\s/i,
  /\bupdate \w+ set\s/i,
  /\bdelete from\s/i,
  // What writes it: src/storage/rows.ts and src/storage/newest-first.ts.
  /\b(?:insertRow|updateRow|selectNewestFirst)(?:Later)?[(<]/,
];

/** Whether there is a statement in the code; what a comment says does not count. */
export function containsSql(text: string): boolean {
  return SQL.some((form) => form.test(codeOf(text)));
}

/** The code in one line, without comments that stand in lines of their own. */
export function codeOf(text: string): string {
  return text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '').replace(/\s+/g, ' ');
}

/** What a file's SQL does with a table: `writes` also where it does both. */
export function useOf(table: string, text: string): 'writes' | 'reads' | undefined {
  // Most files name no table.
  if (!text.includes(table)) return undefined;
  const code = codeOf(text);
  const writes = [
    `\\b(?:insert into|delete from|update) ${table}\\b`,
    // What src/storage/rows.ts and src/storage/batches.ts write.
    `\\b(?:insertRows?|updateRow)(?:Later)?(?:<[^(]*>)?\\( ?\\w+, '${table}'`,
    `\\bdeleteBatch\\b.*\\btable: '${table}'`,
    // What src/http/idempotency.ts writes.
    `\\bkeepsAnswersIn: \\{ table: '${table}'`,
  ];
  const reads = [`\\b(?:from|join) ${table}\\b`, `\\btable: '${table}'`];
  if (writes.some((form) => new RegExp(form, 'i').test(code))) return 'writes';
  return reads.some((form) => new RegExp(form, 'i').test(code)) ? 'reads' : undefined;
}

/** The tables that a file's SQL uses against the table of ARCHITECTURE.md. */
export function foreignTables({ tables }: Walls, file: string, text: string): string[] {
  const place = placeOf(file);
  const feature = featureOf(place);
  const own = feature === undefined ? place.folder : `src/features/${feature}`;
  return [...tables].flatMap(([table, { owner, readers }]) => {
    const use = own === owner ? undefined : useOf(table, text);
    const isAllowed = use === undefined || (use === 'reads' && readers.includes(own));
    return isAllowed ? [] : `${file} ${use} ${table}: ${owner} owns it; call one of its functions`;
  });
}

/** Exported functions whose first two parameters are not a database of some sort and `workspaceId: string`. */
export function unscopedIn(text: string): string[] {
  const exported = /^export (?:async )?(?:function|const) (\w+)(?:<[^(]*>)?(?: = (?:async )?)?\(([^)]*)/gm;
  const scoped = /^\s*\w+: (?:Reader|Transaction|Database),\s*workspaceId: string\b/;
  return [...text.matchAll(exported)]
    .filter(([, , parameters = '']) => !scoped.test(parameters))
    .map(([, name]) => name as string);
}

/** The files a document links to or names in backquotes, as patterns from the root; none from its code blocks. */
export function pathsNamedIn(file: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(file), target));
  const quoted = [...prose.matchAll(/`((?:src|tests|docs)\/[^`\s]*)`/g)].map(([, name]) => name as string);
  // `NNNN-name` and `<feature>` stand for any name.
  return [...links, ...quoted.map((name) => name.replace(/NNNN-name|<[^>]+>/g, '*').replace(/\/$/, ''))];
}

/** The headings of documents that a document links to, as `path#heading`. */
export function headingsNamedIn(file: string, text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].map(
    ([, target, heading]) => `${target ? path.join(path.dirname(file), target) : file}#${heading}`,
  );
}

/** The headings of a document, by the names that GitHub gives them in links, and places with an `id` of their own. */
export function headingsOf(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '');
  const ids = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...ids];
}
