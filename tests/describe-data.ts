import { describe, it } from 'vitest'
import { type DataFolder, dataFolders, missingIn, type Needs } from './data-folders'

/**
 * The same tests for every folder of published records. A folder that lacks what they read is skipped, and the title says
 * what is missing.
 */
export function describeData(title: string, needs: Needs, tests: (folder: DataFolder) => void): void {
  for (const folder of dataFolders) {
    const missing = missingIn(folder, needs)
    describe(`${title} (${folder.name})`, () => {
      if (missing.length === 0) tests(folder)
      else it(`skipped: there is no ${missing.join(', no ')}`, (context) => context.skip())
    })
  }
}
