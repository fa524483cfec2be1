import type { Words } from './en.ts';

// Spanish, for pages that people see. Addresses the reader as “usted”.
export const es: Words = {
  name: 'Español',
  locale: 'es-ES',

  pages: {
    languages: 'Idioma',
  },

  zones: {
    own: 'Horas en su zona horaria:',
    other: 'Zona horaria:',
    now: (clock) => `ahora mismo ${clock}`,
    change: 'Cambiar',
    title: 'Elegir la zona horaria',
    label: 'Zona horaria',
    choose: 'Mostrar las horas en esta zona',
    back: 'Volver',
    search: {
      label: 'Ciudad, país o zona horaria',
      button: 'Buscar',
      results: 'Elija un lugar',
      none: 'No hay resultados. Pruebe con una ciudad más grande que esté cerca o con el país.',
      all: 'Todas las zonas horarias',
    },
    regions: {
      Europe: 'Europa',
      America: 'América',
      Asia: 'Asia',
      Africa: 'África',
      Australia: 'Australia',
      Pacific: 'Pacífico',
      Atlantic: 'Atlántico',
      Indian: 'Océano Índico',
      Antarctica: 'Antártida',
      Arctic: 'Ártico',
    },
  },

  picker: {
    earlier: 'Días anteriores',
    later: 'Días siguientes',
    unusual: 'Más temprano o más tarde',
    noTimes: 'Ese día no hay nada libre.',
    noDays: 'En estos días no hay nada libre.',
    elsewhere: 'Otros días',
    marked: (most) => `Hasta ${most} horas. Marcadas:`,
    next: 'Continuar',
  },

  participant: {
    meetingWith: (organizer) => `Reunión con ${organizer}`,
    facts: { about: 'Motivo', with: 'Con', where: 'Lugar' },
    place: {
      join: 'Unirse a la videollamada',
      map: 'Ver en el mapa',
      phone: 'Su número de teléfono',
      phoneHint: (host: string) => `${host} le llamará a este número.`,
      keepPhone: 'Guardar el número',
      changePhone: 'Cambiar su número',
    },
    choose: {
      over: 'Elegir una hora',
      lead: 'Elija una y quedará reservada.',
      legend: '¿Qué hora le viene bien?',
      legendOfOne: '¿Le viene bien esta hora?',
      button: 'Reservar esta hora',
    },
    mark: {
      over: 'Marcar sus horas',
      lead: 'Marque todas las horas que le vengan bien. En cuanto hayan respondido todos, reservaremos la primera que sirva a todos.',
      legend: '¿Qué horas le vienen bien?',
      button: 'Enviar respuesta',
    },
    haveAnswered: (answered, of) =>
      answered === 0
        ? 'Todavía no ha respondido nadie.'
        : `${answered === 1 ? 'Ha' : 'Han'} respondido ${answered} de ${of}.`,
    none: {
      summary: 'No me viene bien ninguna',
      summaryOfOne: 'Esta hora no me viene bien',
      lead: 'Díganos más o menos qué le convendría y volveremos a buscar.',
      days: 'Mejores días',
      parts: 'Mejores momentos del día',
      comment: '¿Quiere añadir algo?',
      button: 'Pedir otras horas',
    },
    days: {
      mon: 'Lunes',
      tue: 'Martes',
      wed: 'Miércoles',
      thu: 'Jueves',
      fri: 'Viernes',
      sat: 'Sábado',
      sun: 'Domingo',
    },
    partsOfDay: { morning: 'Mañana', afternoon: 'Tarde', evening: 'Última hora' },
    answered: {
      over: 'Gracias',
      lead: 'Hemos recibido su respuesta. En cuanto hayan respondido todos, le llegará una invitación.',
      leadAlone: 'Hemos recibido su respuesta.',
      leadDeclined: 'No le viene bien ninguna de estas horas. Estamos buscando otras.',
      yours: 'Le vienen bien',
      change: 'Cambiar la respuesta',
    },
    searching: {
      over: 'Todavía no hay horas',
      lead: 'De momento no hay horas para elegir.',
      written: 'Le escribiremos en cuanto las haya.',
      unwritten: 'Las nuevas horas aparecerán en esta página.',
    },
    paused: {
      over: 'En pausa',
      lead: 'La búsqueda de una hora está en pausa.',
      notice:
        'La búsqueda de una hora está en pausa. Puede responder de todos modos: su respuesta contará en cuanto se reanude.',
    },
    stillBooked: 'Mientras no haya otra fecha, la reunión se mantiene:',
    booked: {
      over: 'Reservada',
      addToCalendar: 'Añadir al calendario',
      reschedule: 'Cambiar la hora',
      rescheduleSeveral: 'Pedir otra fecha',
      rescheduleLead:
        'Preguntaremos a todos por otras horas. La reunión se mantiene hasta que haya una que sirva a todos.',
      rescheduleButton: 'Pedir otra fecha a todos',
    },
    cancel: {
      summary: 'Cancelar la reunión',
      lead: 'Quedará cancelada para todos.',
      button: 'Sí, cancelar la reunión',
      comment: (organizer) => `Unas palabras para ${organizer}, si quiere`,
    },
    stop: {
      going: {
        title: '¿Dejar de recibir estos correos?',
        lead: (workspace) =>
          `${workspace} no volverá a escribirle sobre nuevas reuniones ni le enviará recordatorios.`,
        button: 'Dejar de recibirlos',
        after: 'Puede cambiar de opinión en esta página.',
      },
      stopped: {
        title: 'Ya no recibirá estos correos',
        lead: (workspace) =>
          `${workspace} ya no le escribe sobre nuevas reuniones ni le envía recordatorios.`,
        button: 'Volver a recibirlos',
        after: 'Este enlace sigue siendo válido, por si cambia de opinión.',
      },
      isTold: (organizer) => `Se lo haremos saber a ${organizer}.`,
      stays: 'De las reuniones reservadas seguirá recibiendo la invitación, los cambios y las cancelaciones.',
    },
    refuse: {
      summary: 'Prefiero no reunirme',
      lead: 'Cerraremos la solicitud y no volveremos a preguntarle.',
      button: 'Cerrar la solicitud',
    },
    over: { over: 'Pasada', lead: 'Esta reunión ya se celebró.' },
    cancelled: {
      over: 'Cancelada',
      lead: 'Esta reunión no se celebrará.',
      was: 'Estaba prevista para:',
    },
    times: {
      more: 'Ver más horas',
      choose: 'Elegir una hora',
      chooseLead: 'Elija una hora, confírmela y quedará reservada.',
      chooseQuestion: '¿Reservar esta hora?',
      suggest: 'Proponer otras horas',
      suggestLead: (most) =>
        most === 1
          ? 'Marque una hora que le venga bien. Preguntaremos a todos por ella en lugar de las anteriores.'
          : `Marque hasta ${most} horas que le vengan bien. Preguntaremos a todos por ellas en lugar de las anteriores.`,
      suggestQuestion: (count) => (count === 1 ? '¿Proponer esta hora?' : '¿Proponer estas horas?'),
      move: 'Elegir una nueva fecha',
      moveLead: 'El cambio es inmediato y todos reciben una nueva invitación.',
      moveQuestion: '¿Cambiar la reunión a esta hora?',
      now: 'Ahora:',
      tooMany: (most) => `Marque como máximo ${most} ${most === 1 ? 'hora' : 'horas'}.`,
      gone: (times, count, hasOthers) =>
        `${count === 1 ? 'Ya no está libre' : 'Ya no están libres'}: ${times}. ${hasOthers ? 'Sus otras horas siguen marcadas.' : 'Marque otra hora.'}`,
      chooseButton: 'Reservar',
      suggestButton: (count) => (count === 1 ? 'Proponer esta hora' : 'Proponer estas horas'),
      moveButton: 'Cambiar la hora',
      other: 'Elegir otra hora',
      back: 'Volver a la reunión',
    },
    outcomes: {
      answered: 'Hemos recibido su respuesta.',
      booked: 'Su reunión está reservada.',
      taken: 'Lo sentimos, esa hora acaba de ocuparse. Estas son las siguientes.',
      outdated:
        'Las horas cambiaron antes de que llegara su respuesta, así que no se ha tenido en cuenta. Así están las cosas ahora.',
      empty: 'Marque al menos una hora.',
      declined: 'Gracias, hemos recibido su respuesta.',
      suggested: 'Estamos preguntando a todos por sus horas.',
      moved: 'Su reunión ha cambiado de hora.',
      reopened: 'Estamos buscando otra fecha. Mientras tanto, la reunión se mantiene.',
      cancelled: 'Su reunión está cancelada.',
      timezone: 'A partir de ahora verá las horas en esta zona.',
      refused: 'Aquí no es posible. No ha cambiado nada.',
      phone: 'Indique un número completo, por ejemplo +34 912 345 678.',
      number: 'Su número está guardado.',
      often:
        'Esta reunión ya ha cambiado de hora varias veces hoy, así que se queda donde está. Vuelva a intentarlo mañana o responda al correo de la invitación.',
    },
    optionGone: 'Esa hora se ha ocupado desde que le escribimos. Así están las cosas ahora.',
  },

  booking: {
    title: (team) => `Reservar una hora con ${team}`,
    company: {
      title: (company) => `Reservar una reunión con ${company}`,
    },
    hosts: {
      title: '¿Con quién quiere reunirse?',
      anyone: 'Me da igual',
      anyoneNote: 'La primera persona disponible',
      change: 'Elegir a la persona',
    },
    hostGone: 'Esta persona no está disponible en este momento. Elija a otra.',
    details: 'Sus datos',
    change: 'Cambiar',
    instead: 'Otras horas',
    allTimes: 'Ver todas las horas',
    noTimes: 'De momento no hay nada más libre.',
    name: 'Nombre',
    email: 'Correo electrónico',
    note: '¿Algo que debamos saber? (opcional)',
    optional: (label) => `${label} (opcional)`,
    choose: 'Elija…',
    phone: 'Número de teléfono',
    phoneHint: 'Le llamaremos a este número.',
    trap: 'Deje este campo vacío',
    book: 'Reservar esta hora',
    ask: 'Continuar',
    asks: 'Le enviaremos un enlace para confirmar. La hora queda reservada cuando lo haga.',
    tells: 'Aquí le enviaremos la invitación para su calendario.',
    taken: 'Lo sentimos, esa hora acaba de ocuparse. Estas son las siguientes.',
    known: 'Ya ha reservado esta hora. El enlace a su reunión está en el correo que le enviamos.',
    again: 'Revise estos datos y envíelos de nuevo.',
    old: 'Esta página lleva un rato abierta. Revise la hora y envíela de nuevo.',
    changed:
      'Esta página es ahora de otra reunión. Compruebe que es la que desea y envíe de nuevo el formulario.',
    limited: 'Hoy ya no se pueden reservar más reuniones aquí. Vuelva a intentarlo mañana.',
    problems: {
      name: { missing: 'Indique su nombre.', too_long: 'Indique un nombre más corto.' },
      email: {
        missing: 'Indique su correo electrónico.',
        invalid: 'Indique una dirección completa, por ejemplo grace@example.org.',
      },
      note: { too_long: 'Escriba como máximo 5.000 caracteres.' },
      phone_number: {
        missing: 'Indique su número de teléfono.',
        no_phone_number: 'Indique un número completo, por ejemplo +34 912 345 678.',
      },
      answer: {
        missing: 'Responda a esta pregunta.',
        unchosen: 'Elija una respuesta.',
        unticked: 'Marque esta casilla para continuar.',
        too_long: (most) => `Escriba como máximo ${most} caracteres.`,
        no_choice: 'Elija una de estas respuestas.',
        no_phone_number: 'Indique un número completo, por ejemplo +34 912 345 678.',
        no_number: 'Indique un número, por ejemplo 12.5.',
        unreadable: 'Responda de nuevo a esta pregunta.',
      },
      starts_at: { missing: 'Elija una hora.' },
    },
    mail: {
      title: 'Revise su correo',
      text: 'Le hemos enviado un enlace. Ábralo en el plazo de una hora para reservar: hasta entonces, la hora sigue libre para otras personas.',
      missing: '¿No ha llegado nada? Revise la carpeta de correo no deseado o',
      back: 'elija de nuevo una hora',
    },
    booked: {
      title: 'Su reunión está reservada',
      text: 'La invitación va de camino a su correo, con un enlace para cambiar o cancelar la reunión.',
      missing: '¿No ha llegado nada? Revise la carpeta de correo no deseado.',
    },
    confirm: {
      title: 'Confirme su reunión',
      lead: 'Todavía no está reservada. Confírmela y la hora será suya.',
      what: 'Asunto',
      with: 'Con',
      length: 'Duración',
      confirm: 'Confirmar esta hora',
      other: 'Elegir otra hora',
      otherLead: 'Su dirección está confirmada. Elija una hora y confírmela.',
    },
  },

  errors: {
    404: {
      title: 'No encontramos esta página',
      text: 'Puede que falte una parte del enlace. Cópielo entero o ábralo de nuevo donde lo encontró.',
    },
    410: {
      title: 'Este enlace ha caducado',
      text: 'Si todavía quiere reunirse, escriba a la persona que le envió el enlace.',
    },
    403: {
      title: 'Esto venía de otro sitio web',
      text: 'Por su seguridad, no se ha cambiado nada. Abra de nuevo su enlace y responda allí.',
    },
    closed: {
      title: 'Esta página no está disponible en este momento',
      text: 'Su enlace es correcto. Vuelva a intentarlo más tarde o escriba a la persona que se lo envió.',
    },
    unreadable: {
      title: 'No se ha podido enviar',
      text: 'No se ha cambiado nada. Abra de nuevo su enlace y envíe su respuesta otra vez.',
    },
    429: {
      title: 'Un momento, por favor',
      text: 'Ha habido demasiadas peticiones seguidas. Espere un minuto y vuelva a intentarlo.',
    },
    500: {
      title: 'Algo ha salido mal',
      text: 'Es culpa nuestra, no suya. Vuelva a intentarlo dentro de unos minutos.',
    },
    503: {
      title: 'Volvemos enseguida',
      text: 'Vuelva a intentarlo dentro de unos minutos.',
    },
    readOnly:
      'Durante unos minutos no se puede cambiar nada, pero puede verlo todo. Vuelva a intentarlo pronto.',
    requestId: 'Identificador de la solicitud:',
  },
};
