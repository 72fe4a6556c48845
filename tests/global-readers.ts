import { ensureReaders, READERS_FOLDER } from '@/scripts/readers/bundle'

/** The processes of tests take what is in the environment of the one that starts them. */
export default async function setUp() {
  await ensureReaders()
  process.env.ASSAY_READERS = READERS_FOLDER
}
