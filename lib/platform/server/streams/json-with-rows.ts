/** One JSON object: the head's fields and then each list of rows, a line for every row. Piece by piece; `head` has a field at least. */
export function* jsonWithRows(head: object, lists: Readonly<Record<string, Iterable<object>>>): Generator<string> {
  yield JSON.stringify(head, null, 1).slice(0, -2)
  for (const [key, rows] of Object.entries(lists)) {
    let separator = ''
    yield `,\n ${JSON.stringify(key)}: [`
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(row)}`
      separator = ','
    }
    yield '\n ]'
  }
  yield '\n}\n'
}
