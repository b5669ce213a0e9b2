/**
 * One index for the identity of a delivery and for what GitHub calls it by: ids of deliveries are random, so each index more
 * is a page more that every delivery writes.
 */
export const oneIndexForIdentity = `
DROP INDEX inbox_identity;
DROP INDEX inbox_guid;
CREATE UNIQUE INDEX inbox_identity ON inbox (guid, hook, host);
`;
