print("localpush")
