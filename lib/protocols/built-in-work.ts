import type { Definition } from './language/definition'

/** What the JSON for pages leaves out of a definition, because they do not work with it: `texts.json` holds it. */
export const apartFromWork = ['guidelines', 'practice', 'prefill', 'tests'] as const
type Texts = Pick<Definition, (typeof apartFromWork)[number]>

/** A definition with these, for those who work with all of it. */
export const wholeDefinition = (definition: Definition, texts: object): Definition => ({
  ...definition,
  ...(texts as Texts),
})

/** A definition without these, out of `work.json`, which a test holds to the file. */
export const workDefinition = (json: object): Definition => ({ ...(json as Definition), guidelines: '', tests: [] })
