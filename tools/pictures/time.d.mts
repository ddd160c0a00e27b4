/** Moves this realm's clock by so many ms; it goes on running. */
export declare function shiftClock(offset: number): void
