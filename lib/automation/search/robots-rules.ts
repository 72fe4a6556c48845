/** What a robots.txt says of an address. Run in the processes that read foreign input (foreign-readers.ts). Pure. */
import robotsParser from 'robots-parser'

export interface RobotsQuestion {
  /** The address and the text of the robots.txt. */
  robotsUrl: string
  text: string
  /** The address of the page. */
  url: string
  /** What the rules may call whoever asks. */
  robot: string
}

/** May the robot read the page, by RFC 9309? What the rules do not mention may be read. */
export const allowsPage = ({ robotsUrl, text, url, robot }: RobotsQuestion): boolean =>
  robotsParser(robotsUrl, text).isAllowed(url, robot) ?? true
