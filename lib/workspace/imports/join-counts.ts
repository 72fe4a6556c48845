/** How many records have partners in second files, counted while the file is read. Pure. */
import type { FilesTogether } from '@/lib/platform/foreign/records/file-facts'
import type { PartnerFound } from '@/lib/platform/foreign/records/source-entry'
import type { JoinedFile } from '@/lib/protocols/records'
import type { JoinedFileCounts } from './contract'

export class JoinCounts {
  private readonly counts: Record<PartnerFound, number>[]

  constructor(
    private readonly join: readonly JoinedFile[],
    private readonly together: FilesTogether | null,
  ) {
    this.counts = join.map(() => ({ first: 0, again: 0, none: 0 }))
  }

  /** Of one record: what each second file has for it. */
  take(partners: readonly PartnerFound[]): void {
    for (const [index, found] of partners.entries()) {
      const counts = this.counts[index]
      if (counts) counts[found]++
    }
  }

  list(): JoinedFileCounts[] {
    return this.join.map(({ name, file: called }, index) => {
      const { first, again, none } = this.counts[index] ?? { first: 0, again: 0, none: 0 }
      const partner = this.together?.partners.find((each) => each.name === name)
      return {
        name,
        called,
        file: partner?.file ?? null,
        withPartner: first + again,
        without: none,
        unused: Math.max(0, (partner?.records ?? 0) - first),
      }
    })
  }
}
