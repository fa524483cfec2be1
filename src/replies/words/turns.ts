// Words that turn what a clause says, in the four languages, as they are folded: without accents.

/** `Sorry, only Friday works.` */
export const ONLY = /^(?:only|nur|lediglich|seulement|uniquement|que|juste|solo|solamente|unicamente)$/;
export const ALSO_NOT = /^(?:auch nicht|ebenfalls nicht|non plus|pas non plus|tampoco)$/;
/** `I'm teaching, so Friday works`. */
export const SO =
  /^(?:so|therefore|hence|also|daher|deshalb|somit|dann|donc|du coup|asi que|entonces|por eso|por lo que)$/;
/** `Friday works, da ist die Praxis zu`: a reason. */
export const THEN = /^(?:da|dann)$/;
/** `I can't now`. */
export const NOW =
  /^(?:now|right now|currently|still|gerade|jetzt|noch|ahora|ahora mismo|actualmente|actuellement|la|encore|maintenant)$/;
/** What is said of a time, not of how somebody is just now. */
export const IMPOSSIBLE =
  /^(?:impossible|unavailable|unmoeglich|imposible|indisponible|no good|too early|too late|too soon|too short notice|zu frueh|zu spaet|zu kurzfristig|trop tot|trop tard|muy temprano|muy tarde|ausgeschlossen)$/;
/** At a time that was named before. */
export const THAT_TIME = /^(?:then|by then|at that point|that week)$/;
/** Better than others: they may do as well. */
export const SUPERLATIVE =
  /^(?:best|the best|the best one|the best option|best one|easiest|the easiest|wins|am besten|am allerbesten|das beste|der beste|die beste|le mieux|le meilleur|la meilleure|le plus pratique|la mejor|el mejor|lo mejor|la mejor opcion)$/;
/** A no to these is no refusal: `not perfect`, `not all day`. */
export const HARD_TO_DENY =
  /^(?:sehr|very|very well|mucho|tanto|tres|muy|tout a fait|realmente|vraiment|great|awesome|fantastic|wonderful|excellent|lovely|super|toll|klasse|prima|hervorragend|ausgezeichnet|top|au top|geniale?s?|formidable|a merveille|parfaitement|l' ideal|est parfait|excelentes?|estupend[oa]|estupendamente|fenomenal|de maravilla|maravilloso|perfectamente|la mejor opcion|comod[oa]|mieux|davantage|mejor|besser|seule?s?|fest|fix|definitiv|definitely|certainly|certainement|definitivamente|auf jeden fall|for sure|always|immer|toujours|gleich|right away|persoenlich|personally|personnellement|personalmente|in person|dort|there|there too|der beste|die beste|das beste|am allerbesten|am guenstigsten|flexibel|flexible|flexibles|uns allen|dem team|dem ganzen team|fuers ganze team|that day|an dem tag|an diesem tag|ce jour la|ese dia|a esa hora|a cette heure la|fuer (?:ein|das|den|unser) .*|for (?:a|the|our|that|this) .*|to (?:meet|talk|speak|chat)|as is|ideal|perfect|perfectly|best|the best|easiest|the easiest|wonderfully|brilliantly|brilliant|perfekt|optimal|bestens|am besten|all day|all day long|the whole day|den ganzen tag|ganztaegig|ganztags|ohne weiteres|ohne problem|ohne probleme|problemlos|parfait|parfaite|ideale|le mieux|le meilleur|le plus pratique|toute la journee|toute la semaine|perfecto|perfecta|el mejor|la mejor|lo mejor|todo el dia|toda la semana|siempre|for everyone|for everybody|for all of us|for the whole team|for the team|for both of us|fuer alle|a tous|pour tout le monde|pour toute l' equipe|para todos|a todos|here|hier|ici|aqui|chez moi|chez nous|well|as well|easily|solo|solamente|unicamente|seulement|uniquement|juste|only|nur|completely|entirely|totally|komplett|voellig|ganz)$/;
export const RANKED = /^(?:then|dann|puis|ensuite|luego|entonces)$/;
/** Alone they are a yes. */
export const SURE =
  /^(?:absolutely|definitely|certainly|auf jeden fall|definitiv|absolument|certainement|por supuesto|desde luego)$/;
