import type { Definition } from '@/lib/protocols/language/definition'

/** What everybody who works under a protocol is given of it: without its tests, which are records with their answers. */
export const definitionForBrowsers = (definition: Definition): Definition => ({ ...definition, tests: [] })
