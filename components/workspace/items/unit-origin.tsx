import { z } from 'zod'
import { OutsideLink } from '@/components/ui/link'
import { hostOf } from '@/components/ui/web-address'
import type { UnitDraft } from '@/lib/protocols/protocol'

const origin = z.object({ title: z.string().nullish(), link: z.string().nullish() })

/** Where a unit comes from, where its data says so: title and host, as a link if its address is one. */
export function UnitOrigin({ unit }: { unit: UnitDraft }) {
  const { title, link } = origin.safeParse(unit.data).data ?? {}
  const host = hostOf(link ?? null)
  // What has no text of its own shows its title already.
  const own = title === unit.text ? '' : (title ?? '')
  if (own === '' && !link) return null
  return (
    <p className="wrap-anywhere mt-0.5 flex flex-wrap gap-x-2 text-muted text-xs">
      {own ? <bdi>{own}</bdi> : null}
      {link ? (
        <OutsideLink href={link}>
          <bdi>{host ?? link}</bdi>
        </OutsideLink>
      ) : null}
    </p>
  )
}
