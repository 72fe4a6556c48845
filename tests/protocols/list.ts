import { ballot } from './ballot'
import { taste } from './taste'

/** The protocols that are made up for tests. */
export const MADE_UP = [taste, ballot]
