/** The documents that a project searches without the internet. */
export {}
