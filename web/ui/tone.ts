/** Colours with a meaning. Each feature decides which status has which tone. */
export type Tone = 'green' | 'red' | 'blue' | 'yellow' | 'grey'
