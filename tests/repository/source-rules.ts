// The rules of ARCHITECTURE.md as functions over the text of files: where an import may lead, where SQL may
// stand, which paths a document names. They read no file, so that tests/repository/structure.test.ts can also try them on
// examples.
import path from 'node:path/posix';

/** A feature may use those after it. */
const ORDER = `deactivation meeting-requests teams routing memberships seats entitlements members
  webhook-deliveries events webhook-endpoints workspaces api-keys audit-log`;
export const FEATURES = ORDER.split(/\s+/);

/** These put the parts together, and may import everything. */
const COMPOSERS = ['src/app.ts', 'src/bootstrap.ts'];

/** Each file of the source, with what it imports. */
export type Imports = Map<string, string[]>;

/** What a file imports: paths from the root of the repository, names of packages. */
export function importsIn(file: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found]
    .map(([, fixed, dynamic]) => (fixed ?? dynamic) as string)
    .map((name) => (name.startsWith('.') ? path.join(path.dirname(file), name) : name));
}

/** `folder` is the one in src, empty for the files that all share; `part` is `queries` of features/x/queries.ts. */
export interface Place {
  file: string;
  folder: string;
  feature: string | undefined;
  part: string | undefined;
}

/** Where a file stands in the architecture. */
export function placeOf(file: string): Place {
  const [, feature, part] = /^src\/features\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? [];
  return { file, folder: /^src\/([^/]+)\//.exec(file)?.[1] ?? '', feature, part };
}

/** What to do instead, and what must not be. */
const rules: Record<string, (from: Place, to: Place) => boolean> = {
  'only the command line and the tests start the app; take what is needed as an argument': (from, to) =>
    COMPOSERS.includes(to.file) && from.folder !== 'cli',
  'shared code knows no feature; declare what it needs and let src/app.ts pass it in': (from, to) =>
    to.folder === 'features' && !['features', 'cli'].includes(from.folder),
  'storage knows no HTTP; throw an error of src/errors.ts, or move what both need to src/': (from, to) =>
    from.folder === 'storage' && to.folder === 'http',
  'commands know no HTTP; move what both need to src/': (from, to) =>
    from.folder === 'cli' && to.folder === 'http',
  'a route never sees SQL; call a function of operations.ts': (from, to) =>
    from.part === 'routes' && (to.part === 'queries' || to.folder === 'storage'),
  "a route calls its own feature's operations, which may call another's": (from, to) =>
    from.part === 'routes' && to.part === 'operations' && to.feature !== from.feature,
  "a feature's SQL is its own; call a function of its operations.ts": (from, to) =>
    to.part === 'queries' && to.feature !== from.feature,
  'routes are put together in src/app.ts only; move what is shared to another file': (_from, to) =>
    to.part === 'routes',
  'a rule never sees I/O; take the values it decides on as arguments': (from, to) =>
    from.part === 'rules' &&
    (!['', 'features'].includes(to.folder) || ['queries', 'operations'].includes(to.part ?? '')),
  [`features are used downward only (${FEATURES.join(' → ')}); let the upper call the lower`]: (from, to) =>
    from.feature !== undefined &&
    to.feature !== undefined &&
    FEATURES.indexOf(to.feature) < FEATURES.indexOf(from.feature),
};

/** The imports that the architecture forbids, each with what to do instead. */
export function brokenRules(imports: Imports): string[] {
  return [...imports].flatMap(([file, targets]) => {
    const meant = targets.filter((target) => !COMPOSERS.includes(file) || COMPOSERS.includes(target));
    const inside = meant.filter((target) => target.startsWith('src/')).map(placeOf);
    return inside.flatMap((to) =>
      Object.entries(rules)
        .filter(([, isBroken]) => isBroken(placeOf(file), to))
        .map(([instead]) => `${file} imports ${to.file}: ${instead}`),
    );
  });
}

/** Circles of files that import one another, each once. */
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
  /^src\/(?:storage\/|(?:features\/[^/]+|events|webhooks)\/(?:[a-z]+-)?queries\.ts$|http\/(?:rate-limit|idempotency)\.ts$)/;
const SQL = [
  /\bselect\s[^;`]{1,500}?\sfrom\s+[\w("$]/i,
  /\binsert into\s/i,
  /\bupdate \w+ set\s/i,
  /\bdelete from\s/i,
  // What writes it: src/storage/rows.ts and src/storage/newest-first.ts.
  /\b(?:insertRow|updateRow|selectNewestFirst)[(<]/,
];

/** Whether there is a statement in the code; what a comment says does not count. */
export function holdsSql(text: string): boolean {
  const code = text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '').replace(/\s+/g, ' ');
  return SQL.some((form) => form.test(code));
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
