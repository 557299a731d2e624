/** Colours that carry meaning. Which status has which tone is the feature's to say. */
export type Tone = 'green' | 'red' | 'blue' | 'yellow' | 'grey'
