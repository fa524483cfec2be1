const NAMED: Record<string, string> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    zwnj: '',
    zwj: '',
    ensp: ' ',
    emsp: ' ',
  },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
  },
  ...{ agrave: 'à', acirc: 'â', ecirc: 'ê', ccedil: 'ç', ntilde: 'ñ', oacute: 'ó', aacute: 'á', iacute: 'í' },
  ...{ uacute: 'ú', aring: 'å', aelig: 'æ', oslash: 'ø', ndash: '–', mdash: '—', hellip: '…', middot: '·' },
  ...{
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    laquo: '«',
    raquo: '»',
    bull: '•',
  },
  ...{ euro: '€', copy: '©', reg: '®', trade: '™', deg: '°', times: '×', frac12: '½', rarr: '→', check: '✓' },
};

/** Replaces the HTML entities that occur in mail. Leaves the others as they are. */
export function entitiesIn(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,8}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
