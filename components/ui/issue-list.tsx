import type { Issue } from '@/lib/platform/api/problem'

/** What is wrong with a file that was sent, by place; nothing where there are no issues. */
export function IssueList({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <ul className="mt-2 max-h-72 list-disc space-y-1 overflow-y-auto ps-5">
      {issues.map(({ path, message }) => (
        <li key={`${path} ${message}`} className="wrap-anywhere">
          {/* Of the body as a whole the message itself names the place. */}
          {path === 'body' ? null : <strong className="font-medium first-letter:uppercase">{path}: </strong>}
          {message}
        </li>
      ))}
    </ul>
  )
}
