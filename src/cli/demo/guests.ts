// Whom the demo workspace meets. None of these people exists.

export interface Guest {
  email: string;
  name: string;
  timezone: string | null;
  company: string;
}

const guest = (name: string, timezone: string | null, company: string): Guest => {
  const [first] = name.toLowerCase().split(' ');
  return { email: `${first}@example.org`, name, timezone, company };
};

export const GRACE = guest('Grace Hopper', 'America/New_York', 'Harbor Compilers');
export const ALAN = guest('Alan Turing', 'Europe/London', 'Bletchley Systems');
export const EDSGER = guest('Edsger Dijkstra', 'Europe/Amsterdam', 'Shortest Path');
export const BARBARA = guest('Barbara Liskov', 'Europe/Lisbon', 'Cluster Works');
export const DONALD = guest('Donald Knuth', null, 'Fine Typesetting');
export const HEDY = guest('Hedy Lamarr', 'Europe/Vienna', 'Frequency Labs');
export const TIM = guest('Tim Berners-Lee', 'Europe/London', 'Hypertext Partners');
export const RADIA = guest('Radia Perlman', 'America/New_York', 'Spanning Networks');
export const KATHERINE = guest('Katherine Johnson', 'America/New_York', 'Orbit Analytics');
export const LINUS = guest('Linus Torvalds', 'Europe/Helsinki', 'Kernel Foundry');
export const REGULARS = [GRACE, HEDY, TIM, RADIA, KATHERINE, LINUS, ALAN, BARBARA];
