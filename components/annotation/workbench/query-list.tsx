/** Queries as they were searched for, one a line. */
export function QueryList({ queries }: { queries: readonly string[] }) {
  return (
    <ul className="list-disc space-y-0.5 ps-5">
      {queries.map((query) => (
        <li key={query} dir="auto" className="wrap-anywhere">
          {query}
        </li>
      ))}
    </ul>
  )
}

/** The queries of a text that holds one a line. */
export const queriesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
