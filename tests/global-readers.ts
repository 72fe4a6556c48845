import { ensureTestReaders, TEST_READERS } from './support/bundled-readers'

/** The processes of tests take what is in the environment of the one that starts them. */
export default async function setUp() {
  await ensureTestReaders()
  process.env.ASSAY_READERS = TEST_READERS
}
