/** Where a search of the list looks: everywhere, with the best of each, or in one kind of things, with all of them. */
export type SearchPlace = 'all' | 'chats' | 'messages' | 'notes'
