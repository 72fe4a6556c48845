import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { WithdrawnNote } from '@/components/workspace/items/withdrawn-note'
import type { SinceMade } from '@/lib/gold/releases/release/contract'
import type { Withdrawn } from '@/lib/workspace/items/withdrawn/contract'

/** In the place of a withdrawn release. */
export function WithdrawnRelease({ withdrawn, digest }: { withdrawn: Withdrawn; digest: string | null }) {
  return (
    <div className="max-w-prose space-y-3 text-sm">
      <WithdrawnNote what="release" withdrawn={withdrawn} />
      <p>Its files are not handed out any more, and its number is not used again.</p>
      <p>
        SHA-256 of its list of checksums: <code className="break-all">{digest}</code>
      </p>
    </div>
  )
}

/** Each text that people wrote keeps its own direction. */
function ItemTitle({ item, id, reason }: Pick<SinceMade['withdrawnItems'][number], 'item' | 'id' | 'reason'>) {
  return (
    <>
      Item {item}
      {id === null ? null : (
        <>
          {' '}
          (<bdi>{id}</bdi>)
        </>
      )}
      : <bdi>{reason}</bdi>
    </>
  )
}

/** Which items were taken out of a release after it was made; nothing where none was. */
export function WithdrawnItems({ since: { withdrawnItems, sums }, digest }: { since: SinceMade; digest: string }) {
  if (withdrawnItems.length === 0) return null
  return (
    <Panel title="Withdrawn since it was made">
      <div className="max-w-prose space-y-3 text-sm">
        {withdrawnItems.map(({ item, id, reason, erratum, at }) => (
          <Callout key={item} tone="warning" title={<ItemTitle item={item} id={id} reason={reason} />}>
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {erratum}
            </p>
            <p>
              <Time value={at} />
            </p>
          </Callout>
        ))}
        <p>
          The files below are without {withdrawnItems.length === 1 ? 'it' : 'them'}.{' '}
          <code>sha256sum -c SHA256SUMS</code> checks files of now, <code>sha256sum -c SHA256SUMS.1</code> tells which
          of yours are from before.
        </p>
        <p>
          SHA-256 of SHA256SUMS: <code className="break-all">{sums}</code>
        </p>
        <p>
          SHA-256 of SHA256SUMS.1, the digest of the release: <code className="break-all">{digest}</code>
        </p>
      </div>
    </Panel>
  )
}
