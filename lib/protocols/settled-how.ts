/** How a value came to stand: by itself, or by people. Whatever else a settled value has is nobody's business here. */
interface Settled {
  how: string
}

/** Did one person settle it, so that it can be taken back? */
export const isByPerson = ({ how }: Settled): boolean => how === 'lane' || how === 'edited'

/** Did it take people to settle it? What partners settled together counts as well. */
export const isByPeople = (settled: Settled): boolean => isByPerson(settled) || settled.how === 'discussed'
