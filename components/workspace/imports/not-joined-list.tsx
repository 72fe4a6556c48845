import { counted } from '@/lib/text/counted'
import type { NotJoined } from '@/lib/workspace/imports/contract'
import { NOT_JOINED_TEXT } from '@/lib/workspace/imports/rules'

/** Items here whose labels are left out, by reason, with the first lines of each. Nothing where there are none. */
export function NotJoinedList({ notJoined }: { notJoined: readonly NotJoined[] }) {
  if (notJoined.length === 0) return null
  return (
    <div className="text-sm">
      <p>Labels that are not used, and stay in the file:</p>
      <ul className="list-disc ps-5">
        {notJoined.map(({ reason, count, lines }) => (
          <li key={reason}>
            of {counted(count, 'item')}, because {NOT_JOINED_TEXT[reason]} ({lines.length === 1 ? 'line' : 'lines'}{' '}
            {lines.join(', ')}
            {count > lines.length ? ', ...' : ''})
          </li>
        ))}
      </ul>
    </div>
  )
}
