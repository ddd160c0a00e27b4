/** UTF-16 code units. The database holds 80 characters. */
const longest = 160

/**
 * A colleague's name as it may be shown: whoever has a login chooses it, so it turns no text around it, breaks no line
 * and is of bounded length. '' where nothing is left.
 */
export function shownName(name: string): string {
  return name
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu, ' ')
    .trim()
}

interface Named {
  readonly name: string
  /** Of the database: no two people have the same. */
  readonly login: string
}

/**
 * Members under names that tell them apart: a name that two logins share, in whatever case or form of its letters,
 * stands with the login. So does one that another member's name with a login would look like.
 */
export function distinctNames<Member extends Named>(members: readonly Member[]): readonly Member[] {
  const plain = members.map((member) => ({ ...member, name: shownName(member.name) }))
  const withLogin = ({ name, login }: Named) => `${name} (${shownName(login)})`.trim()
  const shared = (names: readonly Named[], name: string) =>
    new Set(names.filter((one) => folded(one.name) === folded(name)).map(({ login }) => login)).size > 1
  const first = plain.map((member) => (shared(plain, member.name) ? { ...member, name: withLogin(member) } : member))
  return first.map((member, index) =>
    shared(first, member.name) ? { ...member, name: withLogin(plain[index] ?? member) } : member,
  )
}

const folded = (name: string): string => name.normalize('NFKC').toLowerCase()
