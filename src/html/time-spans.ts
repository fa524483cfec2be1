import { type Html, html } from './html.ts';

interface TimeSpans {
  /** `mon` is sent as two lists, `mon_start` and `mon_end`. */
  name: string;
  legend: string;
  /** Empty ones are there to be filled in. */
  spans: { start: string; end: string }[];
  problem?: string | undefined;
}

/** Parts of a day, from and until. */
export function timeSpans({ name, legend, spans, problem }: TimeSpans): Html {
  const time = (end: 'start' | 'end', label: string, value: string) =>
    html`<input type="time" name="${name}_${end}[]" aria-label="${label}"${value && html` value="${value}"`}${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}>`;
  const rows = spans.map(({ start, end }, place) => {
    const which = place === 0 ? '' : ` (${place + 1})`;
    return html`<span class="time-span">${time('start', `${legend} from${which}`, start)} <span aria-hidden="true">–</span> ${time('end', `${legend} until${which}`, end)}</span>
`;
  });
  return html`<fieldset class="time-spans${problem && ' wrong'}"><legend>${legend}</legend>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
<div>${rows}</div></fieldset>`;
}
