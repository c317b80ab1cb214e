-- When a player chose to show the analysis of a match on its page.
ALTER TABLE page_consents ADD COLUMN analysis_shown_at DOUBLE PRECISION;
