/** The readers of pages and of robots.txt, run in the processes that read foreign input. */
import { pieceReader } from '@/lib/platform/foreign/apart'
import type { pageText } from './page-text'
import type { allowsPage } from './robots-rules'

/** The readable text of what was fetched. */
export const readPageText = pieceReader<typeof pageText>('page-text')

/** May the robot read the page? */
export const readRobotsRules = pieceReader<typeof allowsPage>('robots-rules')
