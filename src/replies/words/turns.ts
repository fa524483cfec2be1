// Words that change the meaning of a clause, in the four languages, folded: without accents.

/** One of these phrases, and nothing else. */
const anyOf = (...lists: string[]) =>
  new RegExp(`^(?:${lists.flatMap((list) => list.split(', ')).join('|')})$`);

/** `Sorry, only Friday works.` */
export const ONLY = /^(?:only|nur|lediglich|seulement|uniquement|que|juste|solo|solamente|unicamente)$/;
export const ALSO_NOT = /^(?:auch nicht|ebenfalls nicht|non plus|pas non plus|tampoco)$/;
/** A `no` that means yes. */
export const NO_PROBLEM =
  /\b(?:problem\w*|probleme|souci|inconveniente|inconvenient|issue|unproblematisch)\b/;
/** With a verb, says for whom something works; with a day alone, says where. */
export const AT_OURS = /^(?:here|bei uns|hier|chez moi|chez nous|ici|aqui|por aca|aca)$/;
/** `I'm in Berlin on Tuesday anyway`: so it suits. */
export const ANYWAY =
  /^(?:anyway|anyways|sowieso|ohnehin|eh|ja eh|eh schon|de toute facon|de toute maniere|de todas formas|de todos modos)$/;
/** `I'm teaching, so Friday works`. */
export const SO =
  /^(?:so|therefore|hence|also|daher|deshalb|somit|dann|donc|du coup|asi que|entonces|por eso|por lo que)$/;
/** `Friday works, da ist die Praxis zu`: a reason. */
export const THEN = /^(?:da|dann)$/;
/** `I can't now`. */
export const NOW =
  /^(?:now|right now|currently|still|gerade|jetzt|noch|ahora|ahora mismo|actualmente|actuellement|la|encore|maintenant)$/;
/** Said about a time, not about the present. */
export const IMPOSSIBLE =
  /^(?:impossible|unavailable|unmoeglich|imposible|indisponible|no good|too early|too late|too soon|too short notice|zu frueh|zu spaet|zu kurzfristig|trop tot|trop tard|muy temprano|muy tarde|ausgeschlossen)$/;
/** At a time that was named before. */
export const THAT_TIME = /^(?:then|by then|at that point|that week)$/;
/** The best one: others may work, too. */
export const SUPERLATIVE =
  /^(?:best|the best|the best one|the best option|best one|easiest|the easiest|wins|am besten|am allerbesten|das beste|der beste|die beste|le mieux|le meilleur|la meilleure|le plus pratique|la mejor|el mejor|lo mejor|la mejor opcion)$/;
/** Denying these isn't a refusal: `not perfect`, `not all day`. */
export const HARD_TO_DENY = anyOf(
  'very, very well, great, awesome, fantastic, wonderful, excellent, lovely, super, definitely, certainly, for sure, always, right away, personally',
  'in person, there, there too, flexible, that day, for (?:a|the|our|that|this) .*, to (?:meet|talk|speak|chat), as is, ideal, perfect, perfectly, best',
  'the best, easiest, the easiest, wonderfully, brilliantly, brilliant, all day, all day long, the whole day, for everyone, for everybody',
  'for all of us, for the whole team, for the team, for both of us, here, well, as well, easily, only, completely, entirely, totally',
  'sehr, toll, klasse, prima, hervorragend, ausgezeichnet, besser, fest, fix, definitiv, auf jeden fall, immer, gleich, persoenlich, dort, der beste',
  'die beste, das beste, am allerbesten, am guenstigsten, flexibel, uns allen, dem team, dem ganzen team, fuers ganze team, an dem tag, an diesem tag',
  'fuer (?:ein|das|den|unser) .*, perfekt, optimal, bestens, am besten, den ganzen tag, ganztaegig, ganztags, ohne weiteres, ohne problem',
  'ohne probleme, problemlos, fuer alle, hier, nur, komplett, voellig, ganz',
  "tres, tout a fait, vraiment, top, au top, geniale?s?, formidable, a merveille, parfaitement, l' ideal, est parfait, mieux, davantage, seule?s?",
  'certainement, toujours, personnellement, flexibles, ce jour la, a cette heure la, parfait, parfaite, ideale, le mieux, le meilleur, le plus pratique',
  "toute la journee, toute la semaine, a tous, pour tout le monde, pour toute l' equipe, ici, chez moi, chez nous, seulement, uniquement, juste",
  'mucho, tanto, muy, realmente, excelentes?, estupend[oa], estupendamente, fenomenal, de maravilla, maravilloso, perfectamente, la mejor opcion',
  'comod[oa], mejor, definitivamente, personalmente, ese dia, a esa hora, perfecto, perfecta, el mejor, la mejor, lo mejor, todo el dia, toda la semana',
  'siempre, para todos, a todos, aqui, solo, solamente, unicamente',
);
export const RANKED = /^(?:then|dann|puis|ensuite|luego|entonces)$/;
/** On their own, a yes. */
export const SURE =
  /^(?:absolutely|definitely|certainly|auf jeden fall|definitiv|absolument|certainement|por supuesto|desde luego)$/;
