import { reasons } from './reasons.ts';
import type { Vocabulary } from './vocabulary.ts';

const ENDINGS = ['e', 'er', 'en', 'es', 'em', 'ens'];
const withEndings = (stem: string) => ENDINGS.map((ending) => stem + ending).join(', ');

/** German. Umlauts may be written as two letters. */
export const german: Vocabulary = {
  forms: `
    ref suit every
    ^ be? every
    i be ref meet
    be ref meet
    i meet ref
    suit every good?
    every suit
    be every good
    every be? good|free
    can i
    ^ can i
    ^ be i free
    ^ be? that every
    i can every meet?
    can i every
    i can every take
    can i every take|meet
    good suit every
    that suit every
    prefer be ref
    ref be prefer
    ref be that good
    ref will that good
    ref be i every free
    ref suit that good?
    ref will that good? suit
    ref will good? suit
    obj will i take|suit
    ref will i meet
    that will ref good? suit
    that suit ref good?
    ref be good suit
    ^ suit good? ref
    ^ suit that ref good?
    me suit good? ref good?
    good suit ref
    ref can i good? meet?
    obj can i take
    ref can i free? be?
    i can ref good? meet?
    i can obj take
    i can ref free be
    i will ref free be
    i will obj take
    ^ will i obj take
    i can obj take
    i will ref can
    ^ can i ref good?
    ^ be i ref free
    ^ have i ref availability
    ref be i free
    ref be i good? free
    ref will i free be
    ref have i availability
    i be ref free
    i have ref availability
    i be ref good
    obj take i
    take i obj
    that take i particle?
    ^ take i that particle?
    i take that particle?
    ^ take i obj
    i? take obj particle
    obj take i? particle
    obj take particle
    take i obj particle
    ^ take i obj particle
    i will|can obj particle? take
    obj take
    ref can ref
    ref good suit
    can ref
    ref will i can
    ref be i meet
    ref meet
    will obj take
    i be ref meet
    i ref free be
    i ref availability have
    ref that can i
    me be ref good|ok
    suit of every
  `,
  plain: 'seine, kleine, kleinen, kleiner, aus, haus, hause, weber, liege, montage, dienst',
  nth: [],
  senses: {
    adverb: `puh, oje, uff, tja, sowieso, ohnehin, stattdessen, von den drei terminen, von den fünf terminen, von den terminen, von den vorschlägen, von den dreien, von den fünf,
      von den beiden, von den genannten terminen, von allen, gleich, sowohl, immer, komplett, völlig, fest, den ganzen tag, ganztägig, ganztags, da, daher, deshalb, also, somit,
      sehr, ganz, wirklich, echt, doch, mal, halt, eben, eh, ja eh, dann, nun, jetzt, nur, lediglich, einfach, gerade, dafür, dazu, so, auf jeden fall, definitiv, persönlich,
      hiermit, problemlos, ohne problem, ohne probleme, ohne weiteres, jedenfalls, sogar, fix, so weit, soweit ich sehe, hmm, dort, an dem tag schon, immer noch, übrigens,
      nämlich, meine antwort, auf der liste, aus der liste, aus ihrer liste, von der liste, für das gespräch, für das treffen, für unser gespräch, für den termin, zum sprechen,
      zum telefonieren, für ein gespräch, für ein treffen, für ein telefonat, für das telefonat, für das meeting, für den call, oh, ah, danke für die vorschläge,
      vielen dank für die vorschläge, danke für die terminvorschläge, vielen dank für die terminvorschläge, vielen dank für ihre vorschläge, besten dank für ihre vorschläge,
      danke für die auswahl, danke für die termine, vielen dank für die termine, danke für deine vorschläge, danke für ihre vorschläge, vielen dank für deine vorschläge,
      herzlichen dank für die vorschläge, danke für die nachricht, vielen dank für die nachricht, vielen dank für ihre nachricht, besten dank für ihre nachricht,
      danke für ihre nachricht, danke für deine nachricht, danke für ihre mail, vielen dank für ihre mail, danke für die mail, danke für deine mail, vielen dank für ihre e-mail,
      danke für die schnelle antwort, vielen dank für die schnelle antwort, vielen dank für die rückmeldung, danke für die rückmeldung, danke für die schnelle rückmeldung,
      vielen dank für ihre rückmeldung, danke für deine rückmeldung, danke für die erinnerung, vielen dank für die erinnerung, danke fürs organisieren,
      vielen lieben dank fürs organisieren, vielen dank fürs organisieren, danke für die organisation, danke für ihre mühe, danke für deine mühe, vielen dank für ihre mühe,
      danke fürs nachhaken, danke fürs nachfassen, danke fürs kümmern, vielen dank für die einladung, danke für die einladung, entschuldigen sie die späte antwort,
      entschuldigung für die späte antwort, sorry für die späte antwort, entschuldige die späte antwort, sorry für die verspätete antwort,
      entschuldigen sie die verspätete antwort, bitte entschuldigen sie die späte antwort, bitte entschuldigen sie die späte rückmeldung, entschuldigung für die späte rückmeldung,
      entschuldigen sie die späte rückmeldung, sorry für die späte rückmeldung, sorry dass ich mich erst jetzt melde, entschuldige dass ich mich erst jetzt melde,
      entschuldigung für die verspätung, ich hoffe es geht ihnen gut, ich hoffe dir geht es gut, ich hoffe es geht dir gut, hoffe es geht dir gut, hoffe dir gehts gut, ebenso gut,
      am tag, an dem tag, an diesem tag, terminlich, zeitlich, mit vergnügen, herzlich`,
    offered: `ihrer vorschläge, von ihren vorschlägen, der vorgeschlagenen termine, der vorschläge, vorgeschlagen, vorgeschlagene, vorgeschlagenen, angeboten, angebotene, angebotenen,
      genannten, genannte`,
    me: `ma, mir, uns, mich, für mich, für uns, bei mir, bei uns, von mir aus, von meiner seite, von meiner seite aus, meinerseits, unsererseits, für meinen teil, dem ganzen team,
      dem team, fürs ganze team, für das ganze team, für alle, für das team, meinem team, für mein team, bei uns im team, im team, von unserer seite, mir persönlich, uns allen,
      mir auch, hier`,
    pronoun: `ich, wir`,
    my: `mein, meine, meinen, meinem, meiner, unser, unsere, unseren, unserem, unserer`,
    be: `sitze, sitzen, stecke, stecken, is, ist, sind, wäre, wären, wär, bin, sein, wird, wird es, ist es, war es dann`,
    will: `will, werde, werden, wollen`,
    would: `würde, würden, würd`,
    have: `habe, haben, hab, hätte, hätten, hätt`,
    suit: `kommt mir entgegen, kommt mir sehr entgegen, kommt mir gelegen, kommt mir sehr gelegen, kommt uns entgegen, kommt uns gelegen, käme mir gelegen, passt, passen, passend, geht's,
      geht, gehen, ginge, gingen, gehts, klappt, klappen, funktioniert, funktionieren, haut hin, kommt hin, kommt entgegen, bietet sich an, entspricht, lässt sich einrichten,
      lässt sich machen, ließe sich einrichten, lässt sich gut einrichten, bekomme ich hin, kriege ich hin, kriegen wir hin, geht klar, gehen klar, geht in ordnung, gehen in ordnung, liegt,
      schaffe ich, bleibt`,
    good: `der einzige der passt, der einzige der geht, die einzige die passt, die einzige die geht, das einzige das geht, das einzige was geht, das einzige was passt, gut, super, prima,
      perfekt, ideal, bestens, optimal, toll, klasse, wunderbar, hervorragend, recht, in ordnung, i.o, i.o., fein, spitze, top, genehm, angenehm, am besten, kein problem, gar kein problem,
      am allerbesten, sehr recht, ausgezeichnet, das beste, der beste, die beste, das richtige, gebongt, unproblematisch, günstig, am günstigsten`,
    do: `schon`,
    ok: `ok, okay, oke, okey, einverstanden, einverstanden mit, d'accord`,
    availability: `zeit, luft, noch zeit, noch luft, nichts vor, etwas zeit, noch nichts vor, noch kapazität`,
    free: `frei, noch frei, verfügbar, möglich, machbar, erreichbar, anwesend, bereit, flexibel, ganz frei, startklar, am start`,
    can: `schaff, kann ich einrichten, kann, können, könnte, könnten, kann einrichten, schaffe, schaffen`,
    take: `nehme, nehmen, nehm, nehmt, nimm, nehmen wir, nehmen sie, wähle, wählen,
      wählen wir, buche, buchen, buch, buchen sie, buchen wir, möchte, möchten, mache, mach, machen wir, machen sie, bestätige, bestätigen, entscheide mich für,
      entscheiden uns für, wir entscheiden uns für, ich entscheide mich für, habe mich für, halten sie fest, halte fest, festhalten, halten wir fest, halten wir, sagen wir,
      trag mich ein für, tragen sie mich ein für, trage mich ein für, reservieren, reserviere, reservieren sie, eintragen, trage ein, trag ein, tragen sie ein, tragen wir ein,
      plane ein, planen sie ein, einplanen, plan ein, setzen sie an, annehmen, sage zu, sage zu für, zusage für, zusage zu, stimme zu, blocken, blocke, blocken sie, block,
      blockiere, blockieren sie, schicken sie die einladung für, schick die einladung für, schicken sie mir die einladung für, schick mir die einladung für,
      schicken sie bitte die einladung für, einladung für, merke vor, vormerken, fixieren, fixieren wir, fixiere, bevorzugt nehmen, dann nehmen wir, belassen wir es bei,
      bleiben wir bei, gehen wir mit, stimme für, bin für, wir sind für, ich bin für, plädiere für, zusagen für, übernehme`,
    particle: `ein, wahr`,
    meet: `bin ich da, sind wir da, dabei, einrichten, komme, machen, wahrnehmen, teilnehmen, zusagen, dabei sein, kommen, einrichten lassen,
      möglich machen, treffen wir uns, lassen sie uns treffen, lass uns treffen, sprechen wir, sprechen wir uns, telefonieren wir, machen wir es, machen wirs, machen wir das,
      reden wir, lass uns sprechen, lassen sie uns sprechen, lass uns telefonieren, lassen sie uns telefonieren, gerne dabei, bin dabei`,
    choice: `meine wahl, unsere wahl, wahl, mein favorit, meine auswahl, mein votum, meine stimme`,
    prefer: `lieber, am liebsten, bevorzuge, bevorzugt, bevorzugen, vorzugsweise, idealerweise, besser, favorit, favorisiere, präferiere, präferenz, würde bevorzugen, eher, wäre lieber,
      bevorzugter`,
    refuse: `arbeite ich nicht, arbeiten wir nicht, viel zu früh, viel zu spät, schon im wochenende, im wochenende, schon im feierabend, viel zu kurzfristig, schon voll,
      bereits voll, leider voll, ist voll, sind voll, komplett voll, ausgebucht, schon belegt, unmöglich, verhindert, belegt, verplant, ausgelastet, dicht, schlecht, ungünstig,
      schwierig, unpassend, vergeben, blockiert, im urlaub, urlaub, noch im urlaub, auf dienstreise, dienstreise, auf reisen, unterwegs, abwesend, beschäftigt, besetzt, zu früh,
      zu spät, zu kurzfristig, außer haus, krank, krankgeschrieben, raus, weg, nicht da, leider nicht da, gar nicht da, fällt aus, fällt weg, fallen weg, fällt raus, fallen raus,
      fallen aus, fällt flach, scheidet aus, scheiden aus, kollidiert, einen anderen termin, andere termine, schon einen termin, bereits einen termin, schon was vor,
      bereits etwas vor, schon etwas vor, etwas vor, was vor, in terminen, in meetings, in besprechungen, keine zeit, leider keine zeit, keine luft, keinen spielraum, eingespannt,
      anderweitig verplant, schon verplant, komplett verplant, ganz schlecht, ein problem, nichts frei, keine möglichkeit, gebunden, unabkömmlich, schon vergeben`,
    apart: `vorher, danach, nachher, hinterher, bis dahin, anschließend, davor`,
    back: `wieder da, wieder im büro, zurück, wieder zurück, wieder verfügbar, wieder erreichbar, wieder frei, wieder vor ort, wieder im haus, wieder zeit, geht es wieder, wieder im dienst,
      wieder gesund`,
    doing: reasons.german,
    regret: `leider, bedauerlicherweise, entschuldigung, entschuldige, tut mir leid, es tut mir leid, tut mir sehr leid, tut uns leid, schade, sorry, es tut mir sehr leid, bedaure, bedauere`,
    not: `gar nicht mehr, leider gar nicht mehr, nicht mehr, leider nicht mehr, nicht aber, nicht jedoch, nicht allerdings, nicht, nich, net, ned, nie, niemals, weder, gar nicht,
      überhaupt nicht, leider nicht, auch nicht, leider gar nicht`,
    cannot: `kann nicht, können nicht, kann leider nicht, können leider nicht, schaffe nicht, schaffe es nicht, schaffe ich nicht, schaffe ich leider nicht, schaffe es leider nicht`,
    no: `nein, nee, nö, ne, leider nein`,
    none: `nirgends, nirgendwo, zu keiner dieser zeiten, keiner dieser zeiten, an keinem der tage, überall nicht, an keinem dieser tage, an keinem der termine,
      zu keinem der termine, zu keinem dieser termine, zu keiner der zeiten, zu keiner zeit, zu keinem davon, an keinem davon, nichts dabei, nichts passendes,
      nichts passendes dabei, gar nichts mehr, nix, nix dabei, weder noch, keiner, keine, keines, keins, kein, keinen, keinem, keiner davon, keine davon, keines davon,
      keins davon, nichts, nichts davon, kein termin, keiner der termine, keine der optionen, keiner der vorschläge, keinen der termine, keinen davon, keinem davon,
      keiner von denen, keine von denen, keiner von den terminen, gar keiner, gar keine, gar keinen, leider keiner, leider keine, kein einziger, keinen einzigen, kein vorschlag,
      keine option, keine zeiten, keinem der termine, keine der zeiten, keine der genannten zeiten, keiner der genannten termine, keiner der vorgeschlagenen termine,
      keinen der vorgeschlagenen termine, keinem der vorgeschlagenen termine, keinen der vorschläge, keiner der angebotenen termine, keiner von diesen, keine von diesen,
      keine der vorgeschlagenen zeiten, keiner dieser termine, keine dieser zeiten, keinen dieser termine, keinem dieser termine, keine dieser optionen, keiner ihrer vorschläge,
      keiner ihrer terminvorschläge, keiner deiner vorschläge, keiner der drei, keiner der drei termine, keiner der fünf, keiner der fünf termine, keine der drei, keine der fünf,
      gar nichts`,
    any: `jederzeit, egal welcher, egal welche, egal welchen, egal wann, egal welche uhrzeit, jeder beliebige, ein beliebiger, beliebig, jeder davon, jede davon, jeder der termine,
      jeder termin, jeden davon, jeden der termine, jeden termin, an jedem der termine, zu jeder zeit, zu jedem der termine`,
    all: `zu allen fünf terminen, zu allen drei terminen, an allen fünf terminen, an allen drei terminen, zu allen fünf, zu allen drei, an allen drei, an allen fünf,
      zu allen fünf zeiten, zu allen drei zeiten, an allen drei tagen, an allen terminen, an allen tagen, zu allen zeiten, zu allen terminen, überall, alle, alles, allen,
      sämtliche, jeder, jede, jedes, jeden, alle davon, alle termine, alle optionen, alle vorschläge, alle zeiten, alle der termine, alle genannten, allen terminen`,
    both: `beide, beiden, beides`,
    neither: `keiner von beiden, keine von beiden, keines von beiden, keins von beiden, keiner der beiden, keine der beiden, keinen von beiden, keinen der beiden, beide nicht`,
    except: `außer, bis auf, ausgenommen, mit ausnahme von, abgesehen von, nur nicht, außer am, außer dem, außer den`,
    too: `auch, ebenfalls, ebenso, genauso, gleichfalls`,
    yes: `zugesagt, bestätigt, ja, jo, jep, jup, yep, jawohl, klar, na klar, sicher, natürlich, selbstverständlich, abgemacht, ja bitte, ja klar, ja zu, jaa, jau, joa`,
    gladly: `gern, gerne, sehr gern, sehr gerne, herzlich gern, bitte, aber gerne, ja gern, ja gerne, gerne doch, liebend gern`,
    yours: `sie können gerne frei wählen, du kannst frei wählen, ihr könnt frei wählen, sie dürfen wählen, du darfst wählen, sie dürfen aussuchen, du darfst aussuchen,
      du darfst dir einen aussuchen, sie dürfen sich einen aussuchen, suchen sie sich gerne einen aus, suchen sie sich gern einen aus, such dir gerne einen aus,
      sucht euch gerne einen aus, ich richte mich nach ihnen, ich richte mich nach euch, ich richte mich nach dir, richte mich nach ihnen, richte mich nach euch,
      richte mich nach dir, da bin ich flexibel, ich bin flexibel, wir sind flexibel, bin da flexibel, suchen sie sich was aus, suchen sie sich etwas aus,
      sucht euch einfach einen aus, sucht euch einen aus, such dir einfach einen aus, suchen sie sich einfach einen aus, sie können frei wählen, sie haben freie wahl,
      du hast freie wahl, mir ist es gleich, ist mir gleich, mir gleich, mir ist es egal, ist mir egal, mir egal, egal, ganz egal, ist egal, was ihnen besser passt,
      was für sie besser passt, such dir was aus, such dir einen aus, such dir eins aus, suchen sie sich einen aus, suchen sie einen aus, du kannst es dir aussuchen,
      sie können wählen, sie können es sich aussuchen, entscheide du, entscheiden sie, sie entscheiden, du entscheidest, wähle du, wählen sie,
      nehmen sie einfach was ihnen lieber ist, nimm was dir besser passt, nimm einfach einen, wie es ihnen besser passt, wie es dir besser passt, wie es ihnen am besten passt,
      wie es dir am besten passt, wie sie möchten, wie du möchtest, wie du willst, wie sie mögen, wie du magst, ganz wie sie möchten, ganz wie du willst, was dir besser passt,
      was ihnen lieber ist, was dir lieber ist, ihre wahl, deine wahl, das überlasse ich ihnen, das überlasse ich dir, überlasse ich ihnen, überlasse ich dir, dir überlassen,
      ihnen überlassen, keine präferenz, da habe ich keine präferenz, habe keine präferenz`,
    thanks: `dank dir, dank ihnen, danke, vielen dank, dankeschön, danke schön, danke dir, danke ihnen, danke sehr, danke vielmals, besten dank, herzlichen dank, 1000 dank, tausend dank,
      lieben dank, merci, danke im voraus, vielen dank im voraus, besten dank im voraus, schonmal danke, danke schonmal, danke schon mal, vielen lieben dank, ganz herzlichen dank,
      danke nochmals, nochmals danke, danke euch, danke für ihre hilfe, danke für die hilfe, danke für deine hilfe, danke für alles, dank, vielen dank für ihre hilfe, vielen dank vorab,
      danke vorab, herzlichen dank für die bestätigung, danke für die bestätigung, vielen dank für die bestätigung`,
    farewell: `mail ist angekommen, ihre mail ist angekommen, mail erhalten, mail angekommen, tschö, tschau, adieu, macht's gut, mach's gut, machts gut, machs gut,
      schönen restlichen tag, einen schönen restlichen tag, schönen resttag, schöne restwoche, eine schöne restwoche, guten wochenstart, schönen wochenstart,
      einen guten wochenstart, bis demnächst, man hört sich, einen angenehmen tag, angenehmen tag, baba, bis die tage, bis dann, dann bis dann, bis bald, bis später, freue mich,
      freu mich, ich freue mich, ich freu mich, wir freuen uns, freue mich darauf, freue mich drauf, freu mich drauf, ich freue mich darauf, ich freu mich drauf,
      ich freue mich schon, freue mich schon, wir freuen uns darauf, freue mich auf das gespräch, ich freue mich auf das gespräch, freue mich auf unser gespräch,
      ich freue mich auf unser gespräch, wir freuen uns auf das gespräch, wir freuen uns auf unser gespräch, freue mich auf den termin, ich freue mich auf den termin,
      freue mich auf den austausch, ich freue mich auf den austausch, ich freue mich auf unseren austausch, freue mich auf unseren austausch, ich freue mich auf unser treffen,
      freue mich auf unser treffen, ich freue mich auf das treffen, ich freue mich auf das telefonat, ich freue mich auf unser telefonat, schönen tag, schönen tag noch,
      einen schönen tag, einen schönen tag noch, ich wünsche ihnen einen schönen tag, ihnen einen schönen tag, dir einen schönen tag, schönen abend, schönen abend noch,
      schönes wochenende, ein schönes wochenende, schöne woche, eine schöne woche, schönen feierabend, tschüss, ciao, bis denne, alles gute, guten start in die woche, notiert,
      ist notiert, ist eingetragen, erhalten, angekommen, vermerkt, man sieht sich, wir sehen uns, wir hören uns, schöne zeit`,
    praise: `alles in ordnung, alles ok, alles okay, alles gut, alles klar, alles bestens, alles super, alles paletti, hört sich gut an, klingt gut, klingt super, klingt perfekt,
      klingt prima, sieht gut aus, klingt nach einem plan`,
    greeting: `tag herr, tag frau, tag zusammen, griass di, griass eich, griass euch, grias di, hoi, salü, grüessech, grüß dich, grüß euch, grüß gott beieinander,
      schönen guten morgen, schönen guten abend, guten morgen zusammen, guten tag zusammen, moin zusammen, servus zusammen, hi zusammen, hey zusammen, hallöchen,
      hallo in die runde, ahoi, gude, hallo ihr lieben, guten abend zusammen, morgen allerseits, hallo, hi, hey, moin, moin moin, servus, grüezi, grüß gott, guten tag,
      guten morgen, guten abend, liebe, liebes, sehr geehrte, sehr geehrter, sehr geehrte damen und herren, hallo zusammen, hallo liebe, hallo lieber, liebes team, hallo team,
      mahlzeit, tach, werte, werter, schönen guten tag, guten tach, huhu, na du`,
    closing: `grüße in die runde, viele grüße in die runde, liebe grüße in die runde, herzlichst, herzliche grüße aus, sonnige grüße aus, freundliche grüße aus,
      mit sonnigen grüßen, alles liebe, dank und gruß, danke und lieben gruß,
      danke und liebe grüße, danke und schöne grüße, danke und herzliche grüße, vielen dank und liebe grüße, vielen dank und freundliche grüße, besten dank und viele grüße,
      besten dank und freundliche grüße, herzlichen dank und viele grüße, en liebe gruess, liebe gruess, lieber gruß, pfiat di, pfiat euch, pfiati, pfiat eich,
      pfüat di, viele grüße, beste grüße, liebe grüße, schöne grüße, herzliche grüße, freundliche grüße, mit freundlichen grüßen, mit freundlichem gruß, mit besten grüßen,
      mit herzlichen grüßen, mit lieben grüßen, mit vielen grüßen, grüße, gruß, lg, vg, mfg, bg, hg, glg, lieben gruß, besten gruß, schönen gruß, herzlichen gruß,
      freundlichen gruß, hochachtungsvoll, viele liebe grüße, viele grüße aus, beste grüße aus, liebe grüße aus, grüße aus, gruß aus, schöne grüße aus, danke und viele grüße,
      danke und beste grüße, vielen dank und viele grüße, vielen dank und beste grüße, danke und gruß, danke und lg, sonnige grüße, grüessli, ganz liebe grüße, mit bestem gruß`,
    condition: `wenn, falls, sofern, solange, vorausgesetzt, soweit, unter der bedingung, unter vorbehalt, vorbehaltlich, abhängig, hängt davon ab, je nachdem, ansonsten, andernfalls,
      es sei denn, insofern, sobald, notfalls, zur not, ob, je nach`,
    doubt: `überall nicht so gut, oder eher, oder besser, weniger, recht früh, recht spät, etwas früh, etwas spät, ziemlich früh, ziemlich spät, arg früh, nicht so gerne,
      nicht so gern, nicht gerne, nicht gern, nicht sehr gut, nicht so gut, nicht so optimal, nicht so ideal, das nehme ich an, nehme ich an, nehme es an, nicht dazu,
      komme gerade, komme jetzt, nicht bestätigt, nur so, nehme an, ich nehme an, nehmen an, schon eher, ganz früh, sehr früh, nur früh, passt schon, tendenziell, stand jetzt,
      stand, vorbehalten, unverbindlich, abstimmen, umgekehrt, andersrum, andersherum, verdreht, unschlüssig, unter umständen, ohne gewähr, überlege, überlegen, warte, warten,
      checke, rate, tendiere, tendieren, tausche, wünsche, wunsch, ziehe, wenigstens, mindestens, noch nicht, noch keinen, noch keine, noch keiner, noch nichts, noch kein,
      noch keinem, na ja, naja, ach ja, geht so, es geht so, geht schon, eins noch, vielmehr, genauer, gemeint, verwechsle, nichts dagegen, nix dagegen, bestimmt, zwar,
      am ehesten, aktuell, derzeit, momentan, zurzeit, sonst, gut möglich, sei, wohl, nicht nur, letztes mal, das letzte mal, beim letzten mal, wir gehen, vielleicht, eventuell,
      evtl, evt, möglicherweise, wahrscheinlich, vermutlich, vorläufig, voraussichtlich, sollte, sollten, müsste, müssten, dürfte, dürften, glaube, denke, schätze, hoffentlich,
      hoffe, ungefähr, circa, ca, gegen, etwa, eigentlich, theoretisch, kaum, versuche, prüfe, schaue, schau, unsicher, nicht sicher, bin mir nicht sicher, weiß nicht, weiß, fast,
      so gut wie, möglichst, so bald wie möglich, frühestmöglich, schnellstmöglich, zumindest, bedingt, relativ, entscheide, entscheiden, melde mich, melde, melden, sage, sag,
      antworte, antworten, bescheid, sage bescheid, sag bescheid, kläre, klären, absprechen, bestätige noch, bestätige es, im prinzip, angeblich, scheint, fürs erste, zunächst,
      erstmal, mal sehen, schauen, sehen, noch mal, nochmal`,
    was: `war, waren, bin gewesen`,
    usual: `meist, meistens, normalerweise, grundsätzlich, generell, in der regel, üblicherweise, gewöhnlich`,
    more: `gefunden, woanders, gekündigt, kündige, zurückgezogen, vermietet, übernommen, angenommen, erledigt, vertritt, orientiert, scherz, scherze, spaß, flunkere, storno,
      stornierung, hinfällig, ungültig, falscher, falsche, falsches, widerruf, widerrufe, entfällt, gestrichen, absage, organisiere, meint, mag, quatsch, moment, irrtum, falsch,
      vertan, verschrieben, ups, hoppla, korrektur, unsinn, meinte, meine natürlich, fragen, anliegen, problem, später, verspäte, verspätet, abgelehnt, ablehnen, stopp, vergiss,
      vergessen sie, teilnehmen lassen, absagen, abgesagt, storniere, stornieren, verschieben, verschiebe, verschoben, verlegen, ändern, tauschen, schicken, schicke, geschickt,
      einladen, mitbringen, hinzufügen, weiterleiten, anrufen, rufe, ruf, schreiben, schreibe, frage, sagen, sagt, sagte, gesagt, er, sie, ihn, ihm, ihnen, ihr, ihre, du, dich,
      dir, dein, deine, man, jemand, niemand, kollege, kollegin, kollegen, assistentin, minuten, minute, stunde, stunden, link, zoom, teams, online, adresse, ort, abmelden,
      löschen, hatte, hatten, wurde, wurden, chef, chefin, team, freut, wochen`,
    because: `weil, denn, da ich, da wir, weil ich, weil wir, wegen, aufgrund`,
    ask: `was, welche, welcher, welches, welchen, wo, wer, wie, warum, wieso, weshalb, wann, wohin, worum, können sie, könnten sie, kannst du, könntest du, darf ich, würden sie, besteht,
      geben sie bescheid, gib bescheid, gebt bescheid, melden sie sich, melde dich, habe ich eine frage, eine frage`,
    seek: `über alternativvorschläge würde ich mich freuen, über alternativen würde ich mich freuen, über andere vorschläge würde ich mich freuen,
      über weitere vorschläge würde ich mich freuen, über neue vorschläge würde ich mich freuen, über einen neuen vorschlag würde ich mich freuen,
      über andere termine würde ich mich freuen, über weitere termine würde ich mich freuen, es müsste, müsste es, das müsste, ich bräuchte, ich brauche, besser wäre, haben sie,
      hast du, hättest du, hätten sie, habt ihr, hättet ihr, gibt es, gäbe es, gibts, wie wäre es, wie wärs, wie wäre, wie sieht es aus, können wir, könnten wir,
      können sie anbieten, schicken sie mir, schicken sie mir bitte, bitte schicken sie mir, bitte schicken sie, bitte schick mir, schick mir bitte, schick mir, senden sie mir,
      bitte senden sie mir, bitte um, ich bitte um, bitte nennen sie mir, nennen sie mir bitte, bitte machen sie mir, machen sie mir, können sie mir schicken,
      könnten sie mir schicken, könnten sie mir nennen, können sie mir nennen, können sie mir, könnten sie mir, kannst du mir, könntest du mir, was ist mit, wie wäre es mit,
      wie wärs mit, suchen wir, finden wir, lassen sie uns suchen, bräuchte, brauche`,
    other: `noch andere möglichkeiten, noch weitere möglichkeiten, weitere möglichkeiten, noch alternativen, noch weitere vorschläge, noch mehr termine, mehr termine, etwas, etwas anderes,
      was anderes, andere vorschläge, weitere termine, weitere vorschläge, noch andere termine, noch weitere termine, noch etwas, noch was, einen anderen vorschlag, neue termine,
      neue vorschläge, alternativen, alternativtermine, eine alternative, andere zeiten, andere optionen, ein anderer termin, noch freie termine, freie termine, weitere optionen,
      andere möglichkeiten, auch etwas, auch was, noch andere, noch andere zeiten, noch andere vorschläge, ein paar andere termine, ein paar andere vorschläge, anderes,
      noch einen anderen termin, noch termine, vorschlagen, anbieten, nennen, senden, zuschicken, einen späteren termin, einen neuen termin`,
    and: `und, u, sowie, wie auch, genauso wie, als auch, ebenso wie`,
    or: `oder, bzw, beziehungsweise, noch oder, respektive`,
    nor: `noch`,
    but: `aber, jedoch, allerdings, sondern, dagegen, hingegen, während, nur leider, dafür aber`,
    that: `es, dies, dieser, diese, dieses, diesen, der termin, den termin, dieser termin, diesen termin, die zeit, der vorschlag, den vorschlag, ihr vorschlag, ihren vorschlag,
      ihrem vorschlag, dein vorschlag, deinen vorschlag, der zeitpunkt, die uhrzeit, das datum, dem termin, dem vorschlag, dem zeitpunkt, das`,
    others: `die anderen zwei, die zwei anderen, die zwei anderen termine, die anderen zwei termine, jeder andere tag, jeden anderen tag, an jedem anderen tag,
      an allen anderen tagen, alle anderen tage, alle anderen vorschläge, alle anderen zeiten, die anderen beiden termine, die anderen drei, die anderen vier, die anderen,
      die übrigen, der rest, den rest, rest, die restlichen, alle anderen, alles andere, die anderen beiden, die beiden anderen, die anderen termine, die anderen zeiten,
      an den anderen terminen, an den anderen tagen, die anderen tage, den anderen terminen, der andere, die andere, die restlichen termine, die übrigen termine, andere,
      alle übrigen, alle anderen termine`,
    option: `uhrzeiten, option, optionen, nummer, nr, num, vorschlag, vorschläge, vorschlags, variante, varianten, termin, termine, terminen, terminvorschlag, terminvorschläge, möglichkeit,
      möglichkeiten, slot, slots, zeitpunkt, zeitfenster, zeiten, auswahl, punkt, optoin, temrin, vorschalg, terminoption, zeitslot, uhrzeit`,
    the: `der, die, den, dem, des`,
    last: `letzte, letzter, letzten, letztes, letztere, letzteren, letzterer, letztgenannte, letztgenannten`,
    penultimate: `vorletzte, vorletzter, vorletzten, vorletztes`,
    earliest: `früheste, frühester, frühesten, frühestes`,
    latest: `späteste, spätester, spätesten, spätestes`,
    earlier: `frühere, früherer, früheren, früheres`,
    later: `spätere, späterer, späteren, späteres`,
    middle: `mittlere, mittlerer, mittleren`,
    of: `davon, von denen, von diesen, von den, von den genannten`,
    for: `für, fürs, zum, zur, zu`,
    on: `an, an einem`,
    at: `um`,
    in: `im, in, in der, während der, in den`,
    next: `nächsten, nächster, nächste, nächstes, nächstem, darauffolgenden`,
    this: `kommenden, kommender, kommende, kommendem, diesen kommenden`,
    week: `woche`,
    calendar_week: `kw, kalenderwoche`,
    week_of: `in der woche vom, in der woche ab, woche vom, die woche vom, woche ab dem, in der woche ab dem, in der woche des`,
    this_week: `diese woche, dieser woche, in dieser woche, diese ganze woche, die ganze woche, den rest der woche, diese komplette woche, die aktuelle woche, in der aktuellen woche,
      aktuelle woche`,
    next_week: `nächste woche, nächster woche, in der nächsten woche, kommende woche, kommender woche, in der kommenden woche, die nächste woche, die kommende woche,
      die ganze nächste woche, die ganze kommende woche, nächste ganze woche, der nächsten woche, der kommenden woche, die woche drauf, die woche darauf, in der folgewoche, folgewoche`,
    week_after_next: `übernächste woche, übernächster woche, in der übernächsten woche, in zwei wochen, in 2 wochen, die übernächste woche`,
    this_month: `diesen monat, in diesem monat, diesem monat`,
    next_month: `nächsten monat, nächster monat, im nächsten monat, kommenden monat, im kommenden monat`,
    workdays: `werktags, wochentags, unter der woche, an werktagen`,
    weekend: `wochenende, am wochenende, wochenenden, am wochenenden`,
    today: `heute`,
    tomorrow: `morgen`,
    overmorrow: `übermorgen`,
    after: `nach, nach dem, später als, erst nach, erst nach dem`,
    before: `vor, vor dem, früher als, noch vor, noch vor dem`,
    until: `bis ende, bis einschließlich ende, bis zum ende der, bis ende der, bis, bis zum, bis einschließlich, bis spätestens, spätestens, spätestens am, spätestens bis, bis inklusive,
      bis inkl, bis incl, bis zum ende`,
    since: `ab, ab dem, ab dann, erst ab, erst ab dem, frühestens, frühestens ab, frühestens am, seit, nicht vor, nicht vor dem, erst wieder ab, erst wieder ab dem, wieder ab,
      wieder ab dem, erst, erst wieder, erst am`,
    onwards: `oder später, oder danach, aufwärts, und später`,
    between: `zwischen, irgendwann zwischen`,
    from: `von, vom`,
    quarter_past: `viertel nach`,
    quarter_to: `viertel vor`,
    half_to: `halb`,
    clock: `uhr, h`,
    am: `am`,
    own_zone: `meine zeit, meiner zeit, unserer zeit, ortszeit`,
    noon: `zwölf uhr mittags, 12 uhr mittags`,
    postscript: `ps, p.s, p.s.`,
  },
  weekdays: [
    'montag, mo, montga, mnotag',
    'dienstag, di, dienstga, deinstag, dinstag, dienstg',
    'mittwoch, mi, mitwoch, mittwcoh, mittwich',
    'donnerstag, do, donerstag, donnerstg, donnerstga, dnnerstag',
    'freitag, fr, freitga, frietag, fretag',
    'samstag, sa, sonnabend',
    'sonntag',
  ],
  everyWeekday: [
    'montags, immer montags',
    'dienstags, immer dienstags',
    'mittwochs, immer mittwochs',
    'donnerstags, immer donnerstags',
    'freitags, immer freitags',
    'samstags, sonnabends',
    'sonntags',
  ],
  months: [
    'januar, jan, jän, jänner',
    'februar, feb, feber',
    'märz, mrz',
    'april, apr',
    'mai',
    'juni, jun',
    'juli, jul',
    'august, aug',
    'september, sep, sept',
    'oktober, okt',
    'november, nov',
    'dezember, dez',
  ],
  parts: {
    morning:
      'vormittag, vormittags, am vormittag, morgens, am morgen, früh, in der früh, vormittage, am vormittags',
    afternoon: 'nachmittag, nachmittags, am nachmittag, nachmittage, nm',
    evening: 'abend, abends, am abend, heute abend',
  },
  numbers: [
    'eins',
    'zwei',
    'drei, dreien',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  ordinals: ['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt'].map(
    withEndings,
  ),
};
