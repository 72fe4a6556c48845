import type { Definition } from '@/lib/protocols/language/definition'

/** What everybody who works under a protocol is given of it: without its tests, which are records with their answers. */
export const definitionForBrowsers = (definition: Definition): Definition => ({ ...definition, tests: [] })

/** The text of a file to go on from: a protocol of one's own with an id of its own, or the version after `newest` of the same. */
export function asNext(source: string, as: 'copy' | { newest: number }): string {
  if (as === 'copy') return source.replace(/^id: *([^\s#]*)/m, 'id: my-$1').replace(/^version: *\d+/m, 'version: 1')
  return source.replace(/^version: *\d+/m, `version: ${as.newest + 1}`)
}
